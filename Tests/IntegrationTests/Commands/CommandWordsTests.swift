import Foundation
import Testing

/// What commands say where there is nothing to print, and how they end.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CommandWordsTests {
    @Test func aCheckOfAConfigurationThatDoesNotExistSaysThatTheDefaultsHold() async throws {
        try await withTemporaryDirectory { directory in
            let check = ["config", "check", "--profile", directory]
            let path = directory + "/config.yaml"
            try await CommandRun("tickwire", check).expect("there is no file \(path); the defaults hold\n")
            try await CommandRun("tickwire", ["config", "init", "--profile", directory]).expect("\(path)\n")
            try await CommandRun("tickwire", check).expect("\(path): no mistakes\n")
        }
    }
}
