import Foundation
import PushServer
import TerminalKit
import TestSupport
import Testing

/// `tickwire login` as a user types it, with the password at its prompt.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LoginProgramTests {
    @Test func aProfileThatCannotBeWrittenLeavesNoDeviceOnTheServer() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let token = "\(directory)/blocked/token-127.0.0.1-\(server.port)"
                try FileManager.default.createDirectory(atPath: token, withIntermediateDirectories: true)
                let program = try logIn(to: server, profile: directory + "/blocked")
                try await program.until(shows: "Password: ")
                program.type("secret of ada\n")
                #expect(await program.ended() == 1)
                #expect(program.screen.text.contains("cannot be written"), "\(program.screen.text)")
                let administration = try UserAdministration(dataDirectory: directory, creating: false)
                #expect(try await administration.devices(of: "ada").isEmpty)
                try await administration.close()
            }
        }
    }

    @Test func aWrongPasswordKeepsTheTrustThatWasGiven() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let first = try logIn(to: server, profile: directory + "/laptop")
                try await first.until(shows: "Password: ")
                first.type("a guess\n")
                #expect(await first.ended() == 77)
                #expect(first.screen.text.contains("Name or password is wrong"), "\(first.screen.text)")
                // Without --pin: the key is already known, so the program does not ask about it again.
                let second = try logIn(to: server, trusting: false, profile: directory + "/laptop")
                try await second.until(shows: "Password: ")
                #expect(!second.screen.text.contains("Trust this key"))
                second.type("secret of ada\n")
                #expect(await second.ended() == 0)
                #expect(second.screen.text.contains("logged in to 127.0.0.1:\(server.port) as ada"))
            }
        }
    }

    /// Once, the terminal went on hiding what was typed.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalAtThePasswordEndsTheProgramAndTheTerminalShowsTypingAgain(signal: Int32) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let program = try logIn(to: server, profile: directory + "/laptop")
                try await program.until(shows: "Password: ")
                #expect(program.leftovers == ["raw line discipline"])
                // Ctrl-C, as a user types it.
                if signal == SIGINT { program.type("secret\u{3}") } else { program.send(signal) }
                #expect(await program.ended() == -signal)
                #expect(program.leftovers == [])
                #expect(!program.said("secret") && program.said("Password: \r\n"))
            }
        }
    }

    private func logIn(to server: TestServer, trusting: Bool = true, profile: String) throws -> TerminalProgram {
        let pin = trusting ? ["--pin", "\(server.server.pin)"] : []
        let options = ["--server", "127.0.0.1:\(server.port)", "--profile", profile]
        return try TerminalProgram(
            [TerminalProgram.tickwire, "login", "ada"] + pin + options,
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": profile],
            size: Size(width: 200, height: 24)
        )
    }
}
