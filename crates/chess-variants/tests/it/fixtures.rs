//! Readers for the files under `tests/data`: records of `key value` lines between blank lines,
//! `#` begins a comment line.

/// One record: its lines as key and value.
pub(crate) type Fields<'a> = Vec<(&'a str, &'a str)>;

pub(crate) fn records(text: &str) -> Vec<Fields<'_>> {
    let mut records = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(field) => records.last_mut().unwrap().push(field),
            None if line.is_empty() => records.push(Vec::new()),
            None => panic!("no value in `{line}`"),
        }
    }
    records.retain(|record| !record.is_empty());
    records
}

pub(crate) fn field<'a>(record: &[(&'a str, &'a str)], key: &str) -> Option<&'a str> {
    record.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
}

/// Positions with their counts for depths 1, 2, ...
pub(crate) struct PerftCase<'a> {
    pub(crate) id: &'a str,
    pub(crate) position: &'a str,
    pub(crate) counts: Vec<(u32, u64)>,
}

pub(crate) fn perft_cases(text: &str) -> Vec<PerftCase<'_>> {
    let case = |record: Fields<'_>| -> Vec<(u32, u64)> {
        let lines = record.iter().filter(|(key, _)| *key == "perft");
        let counts = lines.map(|(_, value)| {
            let (depth, count) = value.split_once(' ').unwrap();
            (depth.parse().unwrap(), count.parse().unwrap())
        });
        counts.collect()
    };
    records(text)
        .into_iter()
        .map(|record| PerftCase {
            id: field(&record, "id").unwrap(),
            position: field(&record, "position").unwrap(),
            counts: case(record),
        })
        .collect()
}
