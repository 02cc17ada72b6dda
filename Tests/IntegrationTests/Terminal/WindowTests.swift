import PlatformKit
import PushServer
import Shared
import Testing

/// Two windows of one profile, each a real `tickwire` in a real pty.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WindowTests {
    /// One window used to hang, and a wrong password typed there let it in with the token of the other one.
    @Test func afterTheDeviceIsRevokedEachWindowAsksForThePasswordAndChecksIt() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 60) { server in
                let first = try await server.openTickwire(in: directory)
                let second = try await server.openTickwire(in: directory)
                for window in [first, second] { try await window.until(shows: "BTC") }

                let administration = try UserAdministration(dataDirectory: directory, creating: false)
                let device = try #require(try await administration.devices(of: "ada").first)
                try await administration.revoke(device.id, of: "ada")
                for window in [first, second] { try await window.until(shows: "Password") }

                second.type("secret of ada\r")
                try await second.until(shows: "BTC")
                first.type("a guess\r")
                try await first.until(shows: "Name or password is wrong")
                first.type("secret of ada\r")
                try await first.until(shows: "BTC")
                let left = try await administration.devices(of: "ada")
                #expect(left.count == 1, "both windows are one device")
                try await administration.close()

                for window in [first, second] {
                    window.send(SIGTERM)
                    _ = await window.ended()
                }
            }
        }
    }
}
