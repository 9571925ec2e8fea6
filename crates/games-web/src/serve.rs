//! Listening: connections in, answers out, and an end in time.

mod impatient;
#[cfg(test)]
mod tests;

use core::{future::Future, time::Duration};
use std::{io, net::TcpListener, sync::Arc};

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::{Semaphore, watch},
    task::JoinSet,
};

use self::impatient::Impatient;
use crate::{App, Limits, http::Peer, router};

/// Connections at a time: sockets, and those that only ask.
const CONNECTIONS: usize = 1024;

/// How long those are waited for that are being answered when the server stops.
const FAREWELL: Duration = Duration::from_millis(1200);

/// Answers until `stop` is ready; then ends searches, says goodbye over sockets and returns within
/// two seconds. `begun` is called once, when `stop` is waited for and clients are answered.
///
/// # Errors
///
/// Those of the system: that there are no threads, or that nobody can be listened to any more.
pub fn serve(
    app: &Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    begun: impl FnOnce(),
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(64)
        .thread_name("answers")
        .enable_all()
        .build()?;
    let served = runtime.block_on(accept(app, listener, stop, begun));
    // Work that does not look at a flag is left alone.
    runtime.shutdown_background();
    served
}

async fn accept(
    app: &Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
    begun: impl FnOnce(),
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let pages = router(Arc::clone(app));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let (stopping, _) = watch::channel(false);
    let mut connections = JoinSet::new();
    tokio::pin!(stop);
    // Whoever hears that it has begun may stop it at once.
    let is_asked = futures_util::poll!(stop.as_mut()).is_ready();
    begun();
    loop {
        if is_asked {
            break;
        }
        let place = tokio::select! {
            () = &mut stop => break,
            Ok(place) = Arc::clone(&places).acquire_owned() => place,
        };
        let stream = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // One that went away while it was accepted, or no more files for now.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        let (pages, stopping) = (pages.clone(), stopping.subscribe());
        connections.spawn(async move {
            answer(pages, stream, stopping).await;
            drop(place);
        });
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    app.stop();
    stopping.send_replace(true);
    let all = async {
        while connections.join_next().await.is_some() {}
        // Connections that became sockets are tasks of their own.
        while app.sockets() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    // Whoever does not go is left.
    let _ = tokio::time::timeout(FAREWELL, all).await;
    Ok(())
}

/// Answers all requests of a connection.
async fn answer(pages: Router, stream: TcpStream, stopping: watch::Receiver<bool>) {
    let (Ok(remote), Ok(local)) = (stream.peer_addr(), stream.local_addr()) else { return };
    let _ = stream.set_nodelay(true);
    let peer = Peer { remote: remote.ip(), local: local.ip() };
    talk(pages.layer(Extension(peer)), stream, stopping).await;
}

/// The same over whatever brings the requests.
async fn talk(
    pages: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    mut stopping: watch::Receiver<bool>,
) {
    // A socket has a limit of its own, which is shorter.
    let stream = Impatient::new(stream, Limits::UNREAD);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Limits::IDLE)
        .max_buf_size(Limits::HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(pages))
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
