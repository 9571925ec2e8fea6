//! One search.

use core::time::Duration;

use axum::extract::{Request, State};
use sessions::json;

use super::{Answer, Here, body};
use crate::{
    Problem, Slug,
    api::{BestRequest, LiveDone},
    http::Json,
    jobs::{SearchJob, Stage},
    open,
};

pub(super) async fn best(State(app): Here, request: Request) -> Answer<json::Search> {
    let request: BestRequest = body(&app, request).await?;
    let most = app.limits.best_ms;
    if request.time_ms.is_some_and(|time| time > most) {
        return Err(Problem::too_large("time_ms", "best_ms", most));
    }
    let time = request.time_ms.map(Duration::from_millis);
    let job = app
        .work(move |app| {
            let spec = open::player(app, &request.player)?;
            let session = open::session(app, &request)?;
            open::not_over(&*session)?;
            let job =
                SearchJob { spec, session, lines: 1, time, most: Duration::from_millis(most) };
            Ok(job)
        })
        .await?;
    let viewing = app.jobs.submit(job.key(), &job.position_key(), job.task(&app))?;
    let mut states = viewing.states();
    let done = states.wait_for(|state| state.stage.is_over()).await;
    let stage = done.map(|state| state.stage.clone());
    match stage {
        Ok(Stage::Done(done)) => match &*done {
            LiveDone::Search(found) => Ok(Json(found.clone())),
            _ => Err(Problem::new(Slug::Internal, "another job was done")),
        },
        Ok(Stage::Failed(problem)) => Err((*problem).clone()),
        _ => Err(Problem::new(Slug::Stopping, "the server stops")),
    }
}
