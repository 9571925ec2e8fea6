//! What `deny.toml` allows of the packages of others: licenses, sources, names. `cargo deny` looks
//! at more, where it is installed; this needs nothing but cargo.

use std::fs;

use anyhow::{Context as _, Result};
use serde_json::Value as Json;
use spdx::{Expression, ParseMode, expression::ExpressionReq};
use toml::Table;

use super::{Context, Failure, Verdict};
use crate::{process, workspace};

/// What is allowed.
struct Rules {
    licenses: Vec<String>,
    registries: Vec<String>,
    banned: Vec<String>,
}

pub(super) fn check(_: &Context) -> Result<Verdict> {
    let rules = Rules::read()?;
    let mut verdict = Verdict::default();
    for package in packages()? {
        match rules.refusal(&package) {
            None => verdict.passed += 1,
            Some(refusal) => {
                let what = format!("{} {}: {refusal}", package["name"], package["version"]);
                let repeat = "cargo xtask test-all --only licenses".to_owned();
                verdict.failed.push(Failure { what, repeat });
            }
        }
    }
    Ok(verdict)
}

/// Returns all packages that are in use on any platform, with any features.
fn packages() -> Result<Vec<Json>> {
    let mut cargo = process::cargo();
    cargo.args(["metadata", "--locked", "--all-features", "--format-version", "1"]);
    let output = cargo.output().context("cargo metadata")?;
    let mut read: Json = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = read["packages"].as_array_mut().context("cargo metadata: no packages")?;
    Ok(std::mem::take(packages))
}

impl Rules {
    fn read() -> Result<Self> {
        let text = fs::read_to_string(workspace::root().join("deny.toml")).context("deny.toml")?;
        Self::of(&text.parse().context("deny.toml")?)
    }

    fn of(table: &Table) -> Result<Self> {
        let list = |section: &str, key: &str| {
            let list = table.get(section).and_then(|section| section.get(key));
            let list = list.and_then(toml::Value::as_array);
            list.with_context(|| format!("deny.toml: [{section}] has no list `{key}`"))
        };
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let name = |value: &toml::Value| value.get("crate").and_then(text);
        Ok(Self {
            licenses: list("licenses", "allow")?.iter().filter_map(text).collect(),
            registries: list("sources", "allow-registry")?.iter().filter_map(text).collect(),
            banned: list("bans", "deny")?.iter().filter_map(name).collect(),
        })
    }

    /// Says why a package may not be used.
    fn refusal(&self, package: &Json) -> Option<String> {
        let name = package["name"].as_str().unwrap_or_default();
        if self.banned.iter().any(|banned| banned == name) {
            return Some("deny.toml forbids it".to_owned());
        }
        self.wrong_source(package).or_else(|| self.wrong_license(package))
    }

    fn wrong_source(&self, package: &Json) -> Option<String> {
        let Some(source) = package["source"].as_str() else {
            let manifest = package["manifest_path"].as_str().unwrap_or_default();
            let is_ours = std::path::Path::new(manifest).starts_with(workspace::root());
            return (!is_ours).then(|| format!("{manifest} lies outside of the workspace"));
        };
        let of = source.strip_prefix("registry+");
        let allowed = of.is_some_and(|of| self.registries.iter().any(|registry| registry == of));
        (!allowed).then(|| format!("it comes from {source}"))
    }

    fn wrong_license(&self, package: &Json) -> Option<String> {
        let text = package["license"].as_str().unwrap_or_default();
        // Old packages write `MIT/Apache-2.0`.
        let Ok(expression) = Expression::parse_mode(text, ParseMode::LAX) else {
            return Some(format!("its license is {text:?}"));
        };
        let allows = |asked: &spdx::LicenseReq| self.licenses.contains(&asked.to_string());
        let unmet = expression.evaluate_with_failures(allows).err()?;
        let asked = unmet.iter().map(|ExpressionReq { req, .. }| req.to_string());
        Some(format!("its license is {text:?}, and {} is not allowed", asked.collect::<String>()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const RULES: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Unicode-3.0"]
        [bans]
        deny = [{ crate = "openssl", reason = "C" }]
        [sources]
        allow-registry = ["https://example.org/index"]
    "#;

    #[track_caller]
    fn refusal(license: &str, name: &str, source: &str) -> String {
        let rules = Rules::of(&RULES.parse().unwrap()).unwrap();
        let package = json!({ "name": name, "license": license, "source": source });
        rules.refusal(&package).unwrap_or_default()
    }

    #[test]
    fn a_license_is_allowed_if_one_of_its_ways_is() {
        let of = |license| refusal(license, "a", "registry+https://example.org/index");
        for allowed in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT) AND Unicode-3.0"] {
            assert_eq!(of(allowed), "", "{allowed}");
        }
        for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MPL-2.0", "", "all mine"] {
            assert!(of(refused).contains("license"), "{refused}");
        }
    }

    #[test]
    fn a_source_is_allowed_if_it_is_listed_and_a_name_if_it_is_not() {
        let (good, bad) = ("registry+https://example.org/index", "git+https://example.org/index");
        assert_eq!(refusal("MIT", "a", good), "");
        assert_eq!(refusal("MIT", "a", bad), format!("it comes from {bad}"));
        assert_eq!(refusal("MIT", "openssl", good), "deny.toml forbids it");
    }

    #[test]
    fn a_package_in_another_folder_is_none_of_ours() {
        let rules = Rules::of(&RULES.parse().unwrap()).unwrap();
        let at = |folder: &std::path::Path| {
            let manifest = folder.join("Cargo.toml");
            rules.refusal(&json!({ "name": "a", "license": "MIT", "manifest_path": manifest }))
        };
        assert_eq!(at(workspace::root()), None);
        assert!(at(workspace::root().parent().unwrap()).unwrap().contains("outside"));
    }
}
