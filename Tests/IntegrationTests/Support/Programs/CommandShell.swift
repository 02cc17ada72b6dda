import Foundation
import Shared
import Testing

/// Runs commands about one server, as its operator and on its users' devices.
struct CommandShell {
    let server: ServerBinary
    /// Holds the server's data and a folder for each device.
    let directory: String

    /// - Parameter command: words between single spaces.
    func operate(_ command: String, sending text: String = "") async throws -> CommandRun {
        try await CommandRun("tickwire-server", words(command) + ["--data", directory + "/data"], sending: text + "\n")
    }

    /// - Parameter errors: the file for standard error; nil: it is part of what is said.
    func use(
        _ command: String,
        on device: String = "nowhere",
        sending text: String = "",
        errors: FileHandle? = nil
    ) async throws -> CommandRun {
        let usual = ["--server", "127.0.0.1:\(server.port)", "--profile", directory + "/" + device]
        return try await CommandRun("tickwire", words(command) + usual, sending: text + "\n", errors: errors)
    }

    func logIn(_ user: String, _ password: String, as device: String) async throws {
        let command = "login \(user) --password-stdin --pin \(server.pin) --device-name \(device)"
        try await use(command, on: device, sending: password)
            .expect("logged in to 127.0.0.1:\(server.port) as \(user)\n")
    }

    private func words(_ command: String) -> [String] { command.split(separator: " ").map(String.init) }
}

extension CommandRun {
    /// Expects success, and exactly this output.
    func expect(_ output: String, at location: SourceLocation = #_sourceLocation) {
        #expect(said == output, sourceLocation: location)
        #expect(status == 0, sourceLocation: location)
    }

    /// Expects failure with this status, and a text that contains these words.
    func expectFailure(_ words: String, status wanted: Int32 = 1, at location: SourceLocation = #_sourceLocation) {
        #expect(said.contains(words), "\(said)", sourceLocation: location)
        #expect(status == wanted, sourceLocation: location)
    }
}

/// Lends a shell with a server of its own.
@MainActor
func withShell(_ body: @MainActor (CommandShell) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
        try await withServerBinary(in: directory + "/data") { server in
            try await body(CommandShell(server: server, directory: directory))
        }
    }
}
