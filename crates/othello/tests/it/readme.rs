//! The README shows the example that is run.

#[test]
fn the_example_in_the_readme_is_the_one_in_examples() {
    let readme = include_str!("../../../../README.md");
    let example = include_str!("../../examples/readme.rs");
    let body = example.split("fn main() {\n").nth(1).unwrap().trim_end_matches("}\n");
    for line in body.lines() {
        assert!(readme.contains(line.trim()), "not in the README: {line}");
    }
}
