//! The files of the pages, which are in the program.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// All files by their path below the root, sorted.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The page that shows all pages.
const PAGE: &str = "index.html";

/// A number that changes with any file of the pages, as an entity tag writes it.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    FILES.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
});

/// Returns what changes with the pages.
pub(crate) fn build() -> &'static str {
    &BUILD
}

/// Returns a file of the pages. Paths are compared with the list of those in the program: nothing
/// that a client sends is ever a path of a file system.
pub(crate) fn file(path: &str) -> Option<Response> {
    let path = path.trim_start_matches('/');
    if path == PAGE {
        return None;
    }
    let at = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    let keep = if is_hashed(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, HeaderValue::from_static(keep)),
    ];
    Some((headers, Bytes::from_static(FILES[at].1)).into_response())
}

/// Returns the page, or that it is still what the client has.
pub(crate) fn page(status: StatusCode, request: &HeaderMap) -> Response {
    let tag = format!("W/\"{}\"", build());
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|have| have == tag.as_str());
    let mut headers = HeaderMap::new();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if known && status == StatusCode::OK {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    headers.insert(header::CONTENT_TYPE, media_type(PAGE));
    let at = FILES.binary_search_by_key(&PAGE, |(name, _)| name);
    let text = at.map_or(&b"the pages are not in this build"[..], |at| FILES[at].1);
    (status, headers, Bytes::from_static(text)).into_response()
}

/// Whether a name carries a hash of what is in the file, as `app-1B2C3D4E.js` does.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let hash = stem.rsplit('-').next().unwrap_or_default();
    hash.len() >= 8 && hash.len() < stem.len() && hash.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn media_type(path: &str) -> HeaderValue {
    HeaderValue::from_static(match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_hash_are_kept_for_ever() {
        assert!(is_hashed("assets/app-AB12CD34.js") && is_hashed("sprite-0011AABB.svg"));
        assert!(!is_hashed("index.html") && !is_hashed("manifest.webmanifest"));
        assert!(!is_hashed("AB12CD34.js") && !is_hashed("app-short.js"));
    }

    #[test]
    fn files_are_found_by_search() {
        assert!(FILES.is_sorted_by_key(|(name, _)| name));
        assert!(FILES.iter().any(|(name, _)| *name == PAGE));
        assert!(file("/../Cargo.toml").is_none() && file("//etc/passwd").is_none());
    }
}
