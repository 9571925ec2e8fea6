//! The types as TypeScript.

use std::collections::BTreeMap;

use sessions::json;
use ts_rs::{Config, TS, TypeVisitor};

use crate::{Limits, Problem, api};

/// Gathers declarations by the names of their types.
struct Gather<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Gather<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            // Numbers, texts, lists: TypeScript has those.
            T::visit_generics(self);
            return;
        }
        let name = T::ident(self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declared = format!("{docs}export {}\n", T::decl(self.config));
        self.found.insert(name, declared);
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn the_types_of_the_pages_are_those_of_the_server() {
    // No number that is sent is larger than what a JavaScript number holds exactly.
    let config = Config::new().with_large_int("number");
    let mut gather = Gather { config: &config, found: BTreeMap::new() };
    macro_rules! roots {
        ($($type:ty),* $(,)?) => { $(gather.visit::<$type>();)* };
    }
    roots!(
        Problem,
        Limits,
        api::Health,
        api::Info,
        api::OptionsInPlay,
        api::PositionRequest,
        api::BestRequest,
        api::ValuesRequest,
        api::ImportRequest,
        api::Imports,
        api::ExportRequest,
        api::Exported,
        api::SetupRequest,
        api::SetUp,
        api::BoardQuery,
        api::LiveRequest,
        api::LiveAnswer,
        json::Gallery,
        json::Men,
        json::GamePage,
        json::Scene,
        json::Line,
        json::Search,
        json::Values,
    );
    let head = "// Made from the Rust types by a test of games-web; do not edit.\n";
    let all: Vec<_> = gather.found.into_values().collect();
    super::check("frontend/src/api/types.ts", &format!("{head}\n{}", all.join("\n")));
}
