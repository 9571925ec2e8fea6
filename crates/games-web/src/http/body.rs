//! Bodies of requests.

use axum::{
    body::{Body, to_bytes},
    http::{Request, header},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{Limits, Place, Problem, Slug};

/// An answer in JSON.
#[derive(Clone, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => Problem::new(Slug::Internal, error.to_string()).into_response(),
        }
    }
}

/// Reads a body of at most so many bytes, which has to be JSON.
pub(crate) async fn read<T: DeserializeOwned>(
    request: Request<Body>,
    most: usize,
    limit: &str,
) -> Result<T, Problem> {
    let named = request.headers().get(header::CONTENT_TYPE).and_then(|name| name.to_str().ok());
    let name = named.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !name.eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(Slug::MediaType, "the body is to be application/json"));
    }
    let body = to_bytes(request.into_body(), most);
    let bytes = match tokio::time::timeout(Limits::IDLE, body).await {
        Err(_) => return Err(Problem::new(Slug::Timeout, "the body did not come to its end")),
        Ok(Err(_)) => {
            return Err(Problem::too_large("body", limit, format_args!("{most} bytes")));
        }
        Ok(Ok(bytes)) => bytes,
    };
    parse(&bytes)
}

/// Reads JSON.
pub(crate) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(text).map_err(|error| {
        let start = offset(text, error.line(), error.column());
        let at = Place { field: "body".to_owned(), start, end: start, index: None };
        Problem { at: Some(at.into()), ..Problem::new(Slug::BadRequest, error.to_string()) }
    })
}

/// The byte at a line and a column, both from 1.
fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let mut lines = text.split_inclusive(|&b| b == b'\n');
    let before: usize = lines.by_ref().take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_its_place() {
        let problem = parse::<Vec<u8>>(b"[1,\n x]").unwrap_err();
        assert_eq!(problem.at.unwrap().start, 5);
        assert!(parse::<Vec<u8>>(b"[1]").is_ok());
        assert_eq!(parse::<Vec<u8>>(b"").unwrap_err().at.unwrap().start, 0);
    }
}
