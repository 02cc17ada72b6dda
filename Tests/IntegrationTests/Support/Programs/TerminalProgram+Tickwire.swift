import Foundation
import PushServer
import TerminalKit
import TestSupport

@testable import TerminalClient

extension TestServer {
    /// Writes the files of a user who has logged in.
    @MainActor
    func logIn(user: String = "ada", profile directory: String, port: Int? = nil) async throws {
        let terminal = terminal(user: user)
        try await terminal.running { await terminal.until { $0.token != nil } }
        let profile = Profile(directory: directory)
        let address = ServerAddress(host: "127.0.0.1", port: port ?? self.port)
        try profile.remember(token: terminal.token ?? [], of: user, for: address)
        try profile.remember(server.pin, of: address)
    }

    /// Starts `tickwire` on its own terminal as `ada`, who has logged in.
    /// - Parameter shell: a script that a shell runs on that terminal, where $TICKWIRE is the command.
    /// - Parameter port: the port at which it finds the server; nil: the server's own.
    @MainActor
    func openTickwire(
        _ arguments: [String] = [],
        shell: String? = nil,
        in directory: String,
        port: Int? = nil,
        environment: [String: String] = [:],
        size: Size = Size(width: 80, height: 24)
    ) async throws -> TerminalProgram {
        let profile = directory + "/profile"
        if !FileManager.default.fileExists(atPath: profile) { try await logIn(profile: profile) }
        let usual = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "HOME": directory,
            "PATH": "/usr/bin:/bin", "TZ": "UTC0",
        ]
        let command =
            [TerminalProgram.tickwire] + arguments + [
                "--server", "127.0.0.1:\(port ?? self.port)", "--profile", profile,
            ]
        let script = shell?.replacing("TICKWIRE", with: command.joined(separator: " "))
        return try TerminalProgram(
            script.map { ["/bin/bash", "-c", $0] } ?? command,
            environment: usual.merging(environment) { $1 },
            size: size
        )
    }
}

extension TerminalProgram {
    /// Whether the program has ever written these words, on whatever screen.
    func said(_ words: String) -> Bool { String(decoding: output, as: UTF8.self).contains(words) }
}

extension ModelTerminal {
    /// Whether the terminal has a connection and has drawn the line that says so. The market of a test stands still, so a slow program
    /// may say at once that no prices come any more.
    var isConnected: Bool {
        ["live", "mock market", "! connected", "sends nothing", "old price"].contains { text.contains($0) }
    }

    /// Whether no frame is being drawn.
    var isWhole: Bool { !modes.contains(2026) }

    /// The last of the keys that Help shows before these words; nil while it does not show the words.
    func key(before words: String) -> String? {
        let start = lines.lazy.compactMap { line in line.firstRange(of: words).map { line[..<$0.lowerBound] } }.first
        return start?.split(separator: " ").last.map(String.init)
    }
}
