//! What is said when processes meet: lines of text.

use crate::terms::Terms;

/// What each process tells process 0.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Hello {
    pub(super) process: usize,
    /// Where it listens; 0 if nowhere.
    pub(super) port: u16,
    pub(super) terms: Terms,
}

/// What process 0 answers.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Welcome {
    pub(super) session: u64,
    pub(super) collect: bool,
    pub(super) addresses: Vec<String>,
}

/// How others introduce themselves to each other.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Join {
    pub(super) session: u64,
    pub(super) process: usize,
}

impl Hello {
    pub(super) fn text(&self) -> String {
        format!("games hello\n{}\n{}\n{}", self.process, self.port, self.terms.text())
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix("games hello\n")?.splitn(3, '\n');
        let process = lines.next()?.parse().ok()?;
        let port = lines.next()?.parse().ok()?;
        Some(Self { process, port, terms: Terms::read(lines.next()?) })
    }
}

impl Welcome {
    pub(super) fn text(&self) -> String {
        let Self { session, collect, addresses } = self;
        format!("games welcome\n{session}\n{collect}\n{}", addresses.join("\n"))
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix("games welcome\n")?.split('\n');
        let session = lines.next()?.parse().ok()?;
        let collect = lines.next()?.parse().ok()?;
        Some(Self { session, collect, addresses: lines.map(str::to_owned).collect() })
    }
}

impl Join {
    pub(super) fn text(&self) -> String {
        format!("games join\n{}\n{}", self.session, self.process)
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let (session, process) = text.strip_prefix("games join\n")?.split_once('\n')?;
        Some(Self { session: session.parse().ok()?, process: process.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn messages_come_out_as_they_went_in() {
        let terms = Terms::read("game: konane\nstart: -\n");
        let hello = Hello { process: 3, port: 4711, terms };
        assert_eq!(Hello::read(&hello.text()), Some(hello));
        let addresses = vec!["a:1".to_owned(), "[::1]:2".to_owned()];
        let welcome = Welcome { session: u64::MAX, collect: true, addresses };
        assert_eq!(Welcome::read(&welcome.text()), Some(welcome));
        let join = Join { session: 7, process: 2 };
        assert_eq!(Join::read(&join.text()), Some(join));
    }

    proptest! {
        #[test]
        fn any_text_is_a_message_or_not(
            kind in "(games (hello|welcome|join)\n)?", rest in "(?s)([0-9]{0,21}\n?){0,3}.{0,20}",
        ) {
            let text = kind + &rest;
            let _ = (Hello::read(&text), Welcome::read(&text), Join::read(&text));
        }
    }
}
