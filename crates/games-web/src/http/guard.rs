//! Who may ask, and what goes with every answer.
//!
//! Pages of others run on the same machine as this server. So it answers only to its own names
//! (else a name that is made to point here would be a way in), changes nothing and searches nothing
//! for pages of others, and lets its own pages load nothing from elsewhere.

use std::{net::IpAddr, sync::Arc, time::Instant};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{Peer, peer::plain};
use crate::{Access, App, Problem, Slug};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// What goes with every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses who may not ask, and adds what goes with every answer.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let friend = friend(&app.config.access, request.headers());
    let mut response = match check(&app, &request) {
        Err(problem) => problem.into_response(),
        Ok(()) if request.method() == Method::OPTIONS => preflight(friend.as_ref()),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(origin) = friend {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

fn check(app: &App, request: &Request<Body>) -> Result<(), Problem> {
    let peer = Peer::of(request.extensions());
    let access = &app.config.access;
    let host = host(request).ok_or_else(|| {
        Problem::new(Slug::Host, "the request does not say which server it is for")
    })?;
    if !is_own_name(access, &host, peer.local) {
        return Err(Problem::new(Slug::Host, "--allow-host lets this server have another name"));
    }
    let remote = plain(peer.remote);
    if !remote.is_loopback() && !app.buckets.take(remote, Instant::now()) {
        let detail =
            format!("at most {} requests a second from one address", app.limits.requests_a_second);
        return Err(Problem::new(Slug::RateLimited, detail));
    }
    let is_socket = request.headers().contains_key(header::UPGRADE);
    let acts = is_socket || !matches!(*request.method(), Method::GET | Method::HEAD);
    if acts && !is_own_page(access, request.headers(), &host) {
        return Err(Problem::new(Slug::Origin, "--allow-origin lets pages of others ask"));
    }
    let is_interface = request.uri().path().starts_with("/api/");
    if is_interface && request.method() != Method::OPTIONS {
        check_token(access, request)?;
    }
    Ok(())
}

/// The server's name and port as the client wrote them.
fn host(request: &Request<Body>) -> Option<String> {
    let written = match request.headers().get(header::HOST) {
        Some(host) => host.to_str().ok()?,
        None => request.uri().authority()?.as_str(),
    };
    Some(written.to_ascii_lowercase())
}

/// `name` of `name:port`, `address` of `[address]:port`.
fn without_port(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    host.split(':').next().unwrap_or(host)
}

/// A name of this machine for itself, the address at which it was called, or one that was allowed.
fn is_own_name(access: &Access, host: &str, local: IpAddr) -> bool {
    let name = without_port(host);
    if name == "localhost" || access.hosts.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return true;
    }
    let Ok(address) = name.parse::<IpAddr>() else { return false };
    let address = plain(address);
    address.is_loopback() || address == plain(access.bind) || address == plain(local)
}

/// Browsers say which page asks; who says nothing is none.
fn is_own_page(access: &Access, headers: &HeaderMap, host: &str) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    named.is_some_and(|named| named.eq_ignore_ascii_case(host)) || is_allowed(access, origin)
}

fn is_allowed(access: &Access, origin: &str) -> bool {
    access.origins.iter().any(|allowed| allowed.trim_end_matches('/') == origin)
}

/// The page of others that asks, if it may.
fn friend(access: &Access, headers: &HeaderMap) -> Option<HeaderValue> {
    let origin = headers.get(header::ORIGIN)?;
    is_allowed(access, origin.to_str().ok()?).then(|| origin.clone())
}

/// What a browser asks before it lets a page of others ask.
fn preflight(friend: Option<&HeaderValue>) -> Response {
    if friend.is_none() {
        return Problem::new(Slug::Method, "only GET and POST are known here").into_response();
    }
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type, authorization"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, allowed).into_response()
}

/// The token stands in the header `Authorization: Bearer`; sockets and images, for which a page can
/// set none, have it in the query.
fn check_token(access: &Access, request: &Request<Body>) -> Result<(), Problem> {
    let Some(token) = &access.token else { return Ok(()) };
    let header = request.headers().get(header::AUTHORIZATION).and_then(|text| text.to_str().ok());
    let bearer = header.and_then(|text| text.strip_prefix("Bearer "));
    let path = request.uri().path();
    let in_query = (path.ends_with("/live") || path.ends_with("/board.svg"))
        .then(|| query_token(request.uri()))
        .flatten();
    let given = bearer.or(in_query.as_deref()).unwrap_or_default();
    if are_equal(given.as_bytes(), token.as_bytes()) {
        return Ok(());
    }
    Err(Problem::new(Slug::Token, "open the address that the server printed"))
}

/// Tokens have only characters that a query has as they are.
fn query_token(uri: &Uri) -> Option<String> {
    let items = uri.query()?.split('&');
    items.filter_map(|item| item.strip_prefix("token=")).next().map(str::to_owned)
}

/// Compares in a time that does not tell where texts differ.
fn are_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn names_are_told_from_ports() {
        assert_eq!(without_port("localhost:7654"), "localhost");
        assert_eq!(without_port("[::1]:7654"), "::1");
        assert_eq!(without_port("example.org"), "example.org");
    }

    #[test]
    fn only_own_names_are_answered_to() {
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let lan = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
        let access = Access { hosts: vec!["games.example".to_owned()], ..Access::default() };
        for name in ["localhost:1", "127.0.0.1:7654", "[::1]:7654", "games.example", "127.1.2.3"] {
            assert!(is_own_name(&access, name, here), "{name}");
        }
        for name in ["evil.example", "localhost.evil.example", "192.0.2.7", "", "[evil]:1"] {
            assert!(!is_own_name(&access, name, here), "{name}");
        }
        assert!(is_own_name(&access, "192.0.2.7:7654", lan));
    }

    async fn statuses(remote: Ipv4Addr, n: usize) -> Vec<StatusCode> {
        use tower::ServiceExt;
        let app = App::new(crate::Config::new(sessions::Games::new(&[])));
        let pages = crate::router(app);
        let mut statuses = Vec::new();
        for _ in 0..n {
            let request = Request::get("/api/v1/health").header(header::HOST, "localhost");
            let mut request = request.body(Body::empty()).expect("a request");
            let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
            request.extensions_mut().insert(Peer { remote: IpAddr::V4(remote), local });
            let response = pages.clone().oneshot(request).await.expect("an answer");
            if response.status() == StatusCode::TOO_MANY_REQUESTS {
                assert!(response.headers().contains_key(header::RETRY_AFTER));
            }
            statuses.push(response.status());
        }
        statuses
    }

    #[tokio::test]
    async fn others_ask_so_often_and_this_machine_as_it_likes() {
        let here = statuses(Ipv4Addr::LOCALHOST, 200).await;
        assert!(here.iter().all(|status| *status == StatusCode::OK));
        let there = statuses(Ipv4Addr::new(192, 0, 2, 9), 200).await;
        assert!(there[..60].iter().all(|status| *status == StatusCode::OK));
        assert!(there.contains(&StatusCode::TOO_MANY_REQUESTS));
    }
}
