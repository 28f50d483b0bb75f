//! Every number of RULES.md has its tests.

use std::collections::BTreeSet;

#[test]
fn every_number_of_the_rules_is_named_by_a_test() {
    let root = env!("CARGO_MANIFEST_DIR");
    let rules = std::fs::read_to_string(format!("{root}/src/games/salem1692/forum/RULES.md"))
        .expect("the rules are there");
    let numbers: BTreeSet<String> = rules
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .filter_map(|line| line.split(' ').next())
        .map(|number| {
            let (letter, digits) = number.split_at(1);
            format!(
                "{}{:02}",
                letter.to_lowercase(),
                digits.parse::<u8>().expect("a number")
            )
        })
        .collect();
    let wanted = (1..=41).map(|number| format!("f{number:02}"));
    let hosts = [1, 2, 3, 4, 6, 7, 8, 9].map(|number| format!("h{number:02}"));
    assert_eq!(
        numbers,
        wanted.chain(hosts).chain(["t32".to_owned()]).collect(),
        "RULES.md holds F1 to F41, H but for H5, and T32"
    );

    let tested: BTreeSet<String> = std::fs::read_dir(format!("{root}/tests/rules"))
        .expect("the tests are there")
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"))
        .flat_map(|text| text.lines().filter_map(test_number).collect::<Vec<_>>())
        .collect();
    let untested: Vec<_> = numbers.difference(&tested).collect();
    assert!(untested.is_empty(), "numbers without a test: {untested:?}");
    let unknown: Vec<_> = tested.difference(&numbers).collect();
    assert!(
        unknown.is_empty(),
        "tests for numbers that are not in RULES.md: {unknown:?}"
    );
}

/// The number that a test's name begins with, such as `f12`.
fn test_number(line: &str) -> Option<String> {
    let name = line.trim().strip_prefix("fn ")?;
    let number = name.get(..3)?;
    let is_number = ['f', 'h', 't'].contains(&number.chars().next()?)
        && number[1..].bytes().all(|byte| byte.is_ascii_digit())
        && name.as_bytes().get(3) == Some(&b'_');
    is_number.then(|| number.to_owned())
}
