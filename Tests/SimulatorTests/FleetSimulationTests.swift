import Foundation
import Testing

/// Histories of three nodes, each from its own seed. `FLEET_SEED=n` repeats one, and `FLEET_HISTORIES=n` runs more.
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
            // Tests that run beside this one need the main actor.
            for _ in 0..<20 { await Task.yield() }
        }
        print("fleet simulator: \(Self.histories) histories, \(epochs) epochs")
    }
}
