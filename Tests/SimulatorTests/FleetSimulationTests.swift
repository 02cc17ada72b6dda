import Foundation
import Testing

/// Histories of three nodes, each from a seed of its own. `FLEET_SEED=n` lives one again, and `FLEET_HISTORIES=n` lives more.
@MainActor
@Suite(.serialized)
struct FleetSimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["FLEET_SEED"].flatMap(UInt64.init)
    private static let histories = environment["FLEET_HISTORIES"].flatMap(UInt64.init) ?? 300

    @Test func nobodyGoesBackNobodyMixesEpochsAndEverybodyAgreesAtRest() async throws {
        var epochs = 0
        for seed in Self.seed.map({ $0...$0 }) ?? 1...Self.histories {
            let simulation = FleetSimulation(seed: seed)
            do {
                try simulation.run(steps: 40 + Int(seed % 80))
            } catch {
                Issue.record("seed \(seed): \(error). FLEET_SEED=\(seed) lives it again.")
                return
            }
            epochs += simulation.epochs
            // The main actor is needed by tests that run beside this one.
            for _ in 0..<20 { await Task.yield() }
        }
        print("fleet simulator: \(Self.histories) histories, \(epochs) epochs")
    }
}
