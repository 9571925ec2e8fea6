use std::time::Instant;
use games_core::*; use go::*;
struct X(u64);
impl games_core::Rng for X { fn next_u64(&mut self)->u64 { self.0 ^= self.0<<13; self.0 ^= self.0>>7; self.0 ^= self.0<<17; self.0.wrapping_mul(0x2545F4914F6CDD1D) } }
fn run<I: Index, const N: usize>(game: &Go<I,N>, policy: Policy, games: u32) {
    let start = game.initial();
    let mut rng = X(88172645463325252);
    let (mut plies, mut wins)=(0u64,0u64);
    let t=Instant::now();
    for _ in 0..games {
        let mut s = start.clone();
        while let Some(m) = game.policy_move(&s, policy, &mut rng) { game.apply(&mut s, m); plies+=1; }
        wins += (game.score(&s)>0) as u64;
    }
    let d=t.elapsed().as_secs_f64();
    println!("{} {:?}: {:.0} playouts/s {:.1} plies/game {:.2} M moves/s {:.1} ns/move black wins {:.3}", game.rules().size, policy, games as f64/d, plies as f64/games as f64, plies as f64/d/1e6, d*1e9/plies as f64, wins as f64/games as f64);
}
fn main(){
    let g9=Go9::new(Rules::default()).unwrap();
    let g19=Go19::new(Rules::preset(Preset::Seed, Size::new(19,19).unwrap())).unwrap();
    for _ in 0..3 {
    run(&g9, Policy::Light, 50000);
    run(&g19, Policy::Light, 5000);
    }
    run(&g9, Policy::Patterns, 20000);
    run(&g19, Policy::Patterns, 2000);
    let p=Go9::new(Rules::preset(Preset::TrompTaylor, Size::NINE)).unwrap();
    run(&p, Policy::Light, 20000);
    let t=Instant::now();
    let n=Perft::new().count(&g9,&g9.initial(),4).unwrap();
    let d=t.elapsed().as_secs_f64();
    println!("perft {n} {:.1} M/s", n as f64/d/1e6);
}
