import Foundation
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A server that has too few file descriptors for its connections.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DescriptorTests {
    private func start(in directory: String, log: PipedLines, launcher: [String] = []) async throws -> ServerBinary {
        let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
        try await administration.add(name: "ada", password: "secret of ada")
        try await administration.close()
        return try await ServerBinary.start(
            in: directory,
            port: 0,
            // The timeout is long: on a busy machine the first silent connection would be closed before the last one
            // opens.
            arguments: ["--log-level", "warning", "--event-loops", "2", "--handshake-timeout", "120"],
            errors: log,
            launcher: launcher
        )
    }

    @Test func withoutFileDescriptorsTheServerWaitsAndRecovers() async throws {
        try await withTemporaryDirectory { directory in
            let log = PipedLines()
            let server = try await start(in: directory, log: log)
            let bystander = server.terminal()
            try await bystander.running {
                await bystander.untilReady()
                let most = try await server.allowDescriptors(more: 250)
                // The kernel accepts connections whether the server takes them or not.
                let crowd = try await SilentClients.connect(300, port: server.port)
                #expect(await log.has("no file descriptor"))
                bystander.add(CoinID(77))
                await bystander.untilConfirmed()
                #expect(bystander.link.state == .live, "who is there does not notice")
                #expect(most - server.openDescriptors >= DescriptorBudget.spare, "it keeps some for itself")
                await crowd.close()
                let next = server.terminal(.token(try #require(bystander.token)))
                // Until the server has noticed that the others are gone, it may refuse this one.
                try await next.connected { await next.untilReady() }
            }
            let metrics = try await server.metrics()
            await server.stop()
            #expect(metrics.contains(/tickwire_accept_failures_total [1-9]/))
            #expect(await !log.has("no file descriptor"), "it is said once")
        }
    }

    /// Before it runs out of them, it takes no more connections than fit.
    @Test func theServerKeepsFileDescriptorsForItself() async throws {
        try await withTemporaryDirectory { directory in
            let log = PipedLines()
            let descriptors = 256
            let server = try await start(
                in: directory,
                log: log,
                launcher: ["/bin/bash", "-c", #"ulimit -n \#(descriptors); exec "$0" "$@""#]
            )
            let most = DescriptorBudget(filesMax: descriptors, eventLoops: 2).connections(wanted: 16_000)
            #expect(await log.has("\(most) connections instead of 16000"))
            let bystander = server.terminal()
            try await bystander.running {
                await bystander.untilReady()
                let crowd = try await SilentClients.connect(descriptors, port: server.port)
                let dropped = /connections_dropped_total\{reason="connections"\} [1-9]/
                while try await !server.metrics().contains(dropped) { await Task.yield() }
                bystander.add(CoinID(77))
                await bystander.untilConfirmed()
                await crowd.close()
                let next = server.terminal(.token(try #require(bystander.token)))
                // Until the server has noticed that the others are gone, it may refuse this one.
                try await next.connected { await next.untilReady() }
            }
            #expect(try await server.metrics().contains("tickwire_accept_failures_total 0"))
            await server.stop()
        }
    }
}
