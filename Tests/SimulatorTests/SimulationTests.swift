import Foundation
import Testing

@testable import PushServer

/// Short histories, each from its own seed: a hundred in scripts/test, and thousands in .ci/run and scripts/nightly.
/// They have a run of their own, because the replicas need the main actor.
///
/// `SIMULATOR_SEED=n` repeats one and prints its events, `SIMULATOR_HISTORIES=n` runs another number of them, and
/// `SIMULATOR_SECONDS=n` runs new seeds for this long.
@MainActor
@Suite(.serialized)
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SIMULATOR_SEED"].flatMap(UInt64.init)
    private static let seconds = environment["SIMULATOR_SECONDS"].flatMap(Double.init)
    private static let histories = environment["SIMULATOR_HISTORIES"].flatMap(UInt64.init) ?? 100

    @Test func changesTakeEffectOnceAndEverybodyAgreesAtRest() async throws {
        let database = try SimulatedDatabase()
        if let seed = Self.seed { return try tell(seed, database) }
        let first = Self.seconds == nil ? 1 : UInt64.random(in: 1...UInt64.max / 2)
        let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
        var (seed, settled) = (first, 0)
        var counts: [Climate.Happening: Int] = [:]
        var digest = HistoryDigest()
        while end.map({ ContinuousClock.now < $0 }) ?? (seed < first + Self.histories) {
            do {
                let history = try live(seed, database)
                settled += history.ledger.settledCount
                counts.merge(history.counts, uniquingKeysWith: +)
                digest.add(history.story, history.crowd, draw: history.random.next())
            } catch {
                Issue.record("seed \(seed): \(error). SIMULATOR_SEED=\(seed) lives it again.")
                return
            }
            seed += 1
            // Tests that run beside this one need the main actor, each of them many times.
            for _ in 0..<100 { await Task.yield() }
        }
        print("simulator: \(seed - first) histories from seed \(first), \(settled) changes settled; \(words(counts))")
        print("digest \(digest)")
    }

    private func words(_ counts: [Climate.Happening: Int]) -> String {
        Climate.Happening.allCases.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", ")
    }

    private func live(_ seed: UInt64, _ database: SimulatedDatabase) throws -> Simulation {
        let simulation = try Simulation(seed: seed, database: database)
        try simulation.run(steps: 20 + Int(seed % 70))
        return simulation
    }

    private func tell(_ seed: UInt64, _ database: SimulatedDatabase) throws {
        let simulation = try Simulation(seed: seed, database: database)
        defer { print(simulation.story.lines.joined(separator: "\n")) }
        try simulation.run(steps: 20 + Int(seed % 70))
    }
}
