//! What a checkpoint knows of its files, so that no other file is taken for one of them.

use std::{fs::File, io::BufReader, path::Path};

use crate::{blocks, identity::Identity};

/// What files of positions of all versions begin with, before their version.
const NAME: &str = "games positions ";
const VERSION: u32 = 6;

/// A file of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    /// What it holds, the shard, and a serial number that no other file of the shard has.
    pub(crate) name: String,
    pub(super) bytes: u64,
    pub(super) digest: u64,
}

impl Kept {
    /// `BYTES DIGEST NAME`.
    pub(super) fn text(&self) -> String {
        format!("{} {:016x} {}", self.bytes, self.digest, self.name)
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let (bytes, rest) = text.split_once(' ')?;
        let (digest, name) = rest.split_once(' ')?;
        let digest = u64::from_str_radix(digest, 16).ok()?;
        Some(Self { name: name.to_owned(), bytes: bytes.parse().ok()?, digest })
    }

    /// Looks at every byte of the file, as long as `goes_on` says so.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn check(
        &self,
        folder: &Path,
        identity: &Identity,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let file = File::open(folder.join(&self.name)).map_err(|e| e.to_string())?;
        let bytes = file.metadata().map_err(|e| e.to_string())?.len();
        if bytes != self.bytes {
            return Err(format!("it has {bytes} bytes, and {} belong to it", self.bytes));
        }
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut digest = Digest::default();
        let mut number = 0;
        while let Some(block) =
            blocks::next(&mut file).map_err(|what| format!("block {number}: {what}"))?
        {
            if number == 0 && blocks::unpack(&block)? != head(&self.name, identity).as_bytes() {
                return Err("it does not belong to this work".to_owned());
            }
            digest.add(&block);
            number += 1;
            if !goes_on() {
                return Ok(());
            }
        }
        let is_own = digest.0 == self.digest;
        is_own.then_some(()).ok_or_else(|| "it is of another moment of this work".to_owned())
    }
}

/// The first block of a file: what it belongs to.
pub(crate) fn head(name: &str, identity: &Identity) -> String {
    format!("{NAME}{VERSION}\n{}file {name}\n", identity.lines())
}

/// A number that tells files apart: made of the checksums of their blocks, which these have anyway.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Digest(pub(super) u64);

impl Digest {
    pub(super) fn add(&mut self, block: &[u8]) {
        self.0 = blocks::checksum(&[&self.0.to_le_bytes(), &block[..blocks::HEADER]]);
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::{code::Code, disk::Disk, files::records::write_records};

    fn identity(start: &str) -> Identity {
        let [game, rules, start] = ["maze", "doors=5", start].map(str::to_owned);
        Identity { game, rules, start, whole: false, folded: false }
    }

    /// Every name is written anew, as if the file had been of that moment all along.
    #[test]
    fn a_file_with_the_same_name_and_length_is_told_by_its_contents() {
        let folder = env::temp_dir().join(format!("games-kept-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let write = |code: Code, start: &str| {
            let disk = Disk::faulty(|_| Ok(()));
            let records = [(7_u64, code)].into_iter();
            let name = "tier-1.0-of-1.9".to_owned();
            write_records(&disk, &folder, name, &identity(start), records, &|| true).unwrap()
        };
        let check = |kept: &Kept| kept.check(&folder, &identity("0"), &|| true);
        let kept = write(1, "0");
        assert_eq!(check(&kept), Ok(()));
        let other = write(2, "0");
        assert_eq!(other.bytes, kept.bytes);
        assert_eq!(check(&kept), Err("it is of another moment of this work".to_owned()));
        let foreign = write(1, "1");
        assert_eq!(foreign.bytes, kept.bytes);
        assert_eq!(check(&kept), Err("it does not belong to this work".to_owned()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
