//! The socket of a page: what it asks for, and what it is told meanwhile.

mod order;
mod said;
mod viewer;

use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering::Relaxed},
};

use axum::{
    extract::{
        State,
        ws::{
            CloseFrame, Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection,
        },
    },
    response::Response,
};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

use self::said::Said;
use crate::{
    App, Limits, Problem, Slug,
    api::{LiveAnswer, LiveRequest},
    http,
    routes::Here,
};

pub(crate) async fn live(
    State(app): Here,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|error| Problem::new(Slug::BadRequest, error.body_text()))?;
    let seat = Seat::take(&app)?;
    let most = app.limits.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| talk(app, seat, socket)))
}

/// One of the sockets that there may be at a time.
struct Seat(Arc<App>);

impl Seat {
    fn take(app: &Arc<App>) -> Result<Self, Problem> {
        let most = app.limits.sockets;
        let took = app.sockets.fetch_update(Relaxed, Relaxed, |n| (n < most).then_some(n + 1));
        let full = |_| Problem::new(Slug::Busy, format!("{most} sockets are open already"));
        took.map(|_| Self(Arc::clone(app))).map_err(full)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Relaxed);
    }
}

/// Messages that wait for a slow reader before the jobs are kept waiting: each job has one more.
const WAITING: usize = 4;

/// The end of a socket that says where messages go.
type Out = SplitSink<WebSocket, Message>;

/// The end where they come from.
type In = SplitStream<WebSocket>;

/// A socket from its beginning to its end.
async fn talk(app: Arc<App>, seat: Seat, socket: WebSocket) {
    let (mut out, mut messages) = socket.split();
    let (answers, mut to_send) = mpsc::channel(WAITING);
    let mut desk = Desk { app: Arc::clone(&app), answers, views: HashMap::new() };
    let mut stopping = app.stopping();
    let mut ping = interval(Limits::PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let went_well = tokio::select! {
            message = messages.next() => match message {
                Some(Ok(message)) => {
                    heard = Instant::now();
                    desk.take(message, &mut out).await
                }
                Some(Err(_)) | None => false,
            },
            Some(letter) = to_send.recv() => match letter.open() {
                Some(said) => send(&mut out, said).await,
                None => true,
            },
            _ = ping.tick() => {
                // Whoever has not even answered the last ping but one is gone.
                heard.elapsed() < 3 * Limits::PING && put(&mut out, Message::Ping(Default::default())).await
            }
            () = async { drop(stopping.wait_for(|stopping| *stopping).await) } => {
                say_goodbye(&mut out, &mut messages).await;
                false
            }
        };
        if !went_well {
            break;
        }
    }
    drop((desk, seat));
}

/// What a page asked for, by its own names.
struct Desk {
    app: Arc<App>,
    answers: mpsc::Sender<viewer::Letter>,
    views: HashMap<String, viewer::View>,
}

/// The longest name of something that was asked for.
const LONGEST_ID: usize = 64;

impl Desk {
    /// Takes a message; returns whether the socket goes on.
    async fn take(&mut self, message: Message, out: &mut Out) -> bool {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return false,
            Message::Ping(_) | Message::Pong(_) => return true,
            Message::Binary(_) => {
                let problem = Problem::new(Slug::BadRequest, "messages are texts");
                return send(out, unread(problem)).await;
            }
        };
        match http::parse::<LiveRequest>(text.as_bytes()) {
            Ok(request) => match self.obey(request).await {
                Ok(()) => true,
                Err(refused) => send(out, refused).await,
            },
            Err(problem) => send(out, unread(problem)).await,
        }
    }

    async fn obey(&mut self, request: LiveRequest) -> Result<(), LiveAnswer> {
        let id = order::id(&request).to_owned();
        let refuse = |problem| LiveAnswer::Error { id: Some(id.clone()), key: None, problem };
        if id.len() > LONGEST_ID {
            return Err(refuse(Problem::too_large("id", "id", LONGEST_ID)));
        }
        self.views.retain(|_, view| !view.is_over());
        if let LiveRequest::Stop { .. } = request {
            if let Some(view) = self.views.get_mut(&id) {
                view.stop();
            }
            return Ok(());
        }
        // What had the same name ends, and tells nothing more.
        if let Some(old) = self.views.remove(&id) {
            old.silence();
        }
        let most = self.app.limits.searches_a_socket;
        // Those that were stopped end in a moment; what waits at all has a limit, too.
        if self.views.values().filter(|view| !view.is_stopping()).count() >= most {
            let detail = format!("one socket has at most {most} searches");
            return Err(refuse(Problem::new(Slug::Busy, detail)));
        }
        let viewing = order::begin(&self.app, request).await.map_err(&refuse)?;
        let view = viewer::View::begin(id.clone(), viewing, self.answers.clone());
        self.views.insert(id, view);
        Ok(())
    }
}

/// What is said to a message that cannot be read.
fn unread(problem: Problem) -> LiveAnswer {
    LiveAnswer::Error { id: None, key: None, problem }
}

async fn send(out: &mut Out, said: impl Into<Said>) -> bool {
    match said.into().text() {
        Ok(text) => put(out, Message::Text(text.into())).await,
        Err(_) => false,
    }
}

/// Sends a message; whoever takes none for too long is gone.
async fn put(out: &mut Out, message: Message) -> bool {
    matches!(timeout(Limits::PING, out.send(message)).await, Ok(Ok(())))
}

async fn say_goodbye(out: &mut Out, messages: &mut In) {
    const GOING_AWAY: u16 = 1001;
    const PATIENCE: core::time::Duration = core::time::Duration::from_millis(800);
    let goodbye = async {
        send(out, LiveAnswer::Bye {}).await;
        let frame = CloseFrame { code: GOING_AWAY, reason: "the server stops".into() };
        put(out, Message::Close(Some(frame))).await;
        // A connection that is closed while something is unread takes back what was sent last.
        while let Some(Ok(_)) = messages.next().await {}
    };
    // Whoever does not answer is not waited for.
    let _ = timeout(PATIENCE, goodbye).await;
}
