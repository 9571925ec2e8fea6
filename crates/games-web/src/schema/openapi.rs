//! The interface as OpenAPI 3.1.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use sessions::json;

use crate::{Problem, Slug, api};

/// The places, gathered with the types that they speak of.
struct Interface {
    types: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Interface {
    fn reference<T: JsonSchema>(&mut self) -> Value {
        self.types.subschema_for::<T>().to_value()
    }

    fn answers(&mut self, media_type: &str, schema: &Value) -> Value {
        let problem = self.reference::<Problem>();
        json!({
            "200": {"description": "The answer", "content": {media_type: {"schema": schema}}},
            "default": {
                "description": "Why there is none",
                "content": {"application/problem+json": {"schema": problem}},
            },
        })
    }

    fn get<A: JsonSchema>(&mut self, path: &str, summary: &str, parameters: &Value) {
        let schema = self.reference::<A>();
        let responses = self.answers("application/json", &schema);
        let get = json!({"summary": summary, "parameters": parameters, "responses": responses});
        self.paths.insert(path.to_owned(), json!({"get": get}));
    }

    fn post<R: JsonSchema, A: JsonSchema>(&mut self, path: &str, summary: &str) {
        let (body, schema) = (self.reference::<R>(), self.reference::<A>());
        let responses = self.answers("application/json", &schema);
        let body = json!({"required": true, "content": {"application/json": {"schema": body}}});
        let post = json!({"summary": summary, "requestBody": body, "responses": responses});
        self.paths.insert(path.to_owned(), json!({"post": post}));
    }

    /// The fields of a type as parameters of a query.
    fn query<T: JsonSchema>(&mut self) -> Value {
        let schema = self.types.root_schema_for::<T>().to_value();
        let needed = schema["required"].as_array().cloned().unwrap_or_default();
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let parameter = |(name, schema): (String, Value)| {
            let required = needed.contains(&Value::from(name.clone()));
            json!({"name": name, "in": "query", "required": required, "schema": schema})
        };
        fields.into_iter().map(parameter).collect()
    }
}

#[test]
fn the_interface_is_described_by_its_own_types() {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let types = settings.into_generator();
    let mut all = Interface { types, paths: Map::new() };
    let id = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
    all.get::<api::Health>("/health", "Whether the server is well", &json!([]));
    all.get::<api::Info>("/info", "Limits and players", &json!([]));
    all.get::<json::Gallery>("/games", "All games", &json!([]));
    all.get::<json::GamePage>("/games/{id}", "All about a game", &id);
    all.get::<json::Men>("/games/{id}/men", "What each kind of piece can do", &id);
    all.get::<api::OptionsInPlay>("/games/{id}/options", "What each option changes", &id);
    all.post::<api::PositionRequest, json::Scene>("/position", "A position and its moves");
    all.post::<api::PositionRequest, json::Line>("/line", "All positions of a line");
    all.post::<api::BestRequest, json::Search>("/best", "One search");
    all.post::<api::ValuesRequest, json::Values>("/values", "What position and moves are worth");
    all.post::<api::ImportRequest, api::Imports>("/import", "What a text is");
    all.post::<api::ExportRequest, api::Exported>("/export", "A game as a text");
    all.post::<api::SetupRequest, api::SetUp>("/setup", "A position from pieces");
    let query = all.query::<api::BoardQuery>();
    let responses = all.answers("image/svg+xml", &json!({"type": "string"}));
    let board =
        json!({"summary": "A board as an image", "parameters": query, "responses": responses});
    all.paths.insert("/board.svg".to_owned(), json!({"get": board}));
    let (asked, told) = (all.reference::<api::LiveRequest>(), all.reference::<api::LiveAnswer>());
    let live = json!({
        "summary": "Searches, solving and matches over a WebSocket",
        "x-messages": {"client": asked, "server": told},
        "responses": {"101": {"description": "The socket"}},
    });
    all.paths.insert("/live".to_owned(), json!({"get": live}));
    let slugs: Vec<_> = Slug::ALL.iter().map(|slug| format!("urn:games:{}", slug.name())).collect();
    let schemas = all.types.take_definitions(true);
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "games", "version": env!("CARGO_PKG_VERSION")},
        "servers": [{"url": "/api/v1"}],
        "x-problems": slugs,
        "paths": all.paths,
        "components": {"schemas": schemas},
    });
    let text = serde_json::to_string_pretty(&document).unwrap();
    super::check("openapi.json", &format!("{text}\n"));
}
