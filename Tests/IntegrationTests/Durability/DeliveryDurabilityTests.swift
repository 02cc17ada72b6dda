import Foundation
import NIOConcurrencyHelpers
import NIOHTTP1
import Shared
import TestSupport
import Testing

@testable import MockMarket
@testable import PushServer
@testable import TerminalClient

/// Delivers an alert to another host while the server is killed between a post and the record of it.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct DeliveryDurabilityTests {
    @Test func aPostWhoseAnswerTheServerDidNotLiveToHearIsMadeAgainWithTheSameKey() async throws {
        let (posts, posted) = AsyncStream.makeStream(of: MockRequest.self)
        let isSilent = NIOLockedValueBox(true)
        let receiver = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { request in
            posted.yield(request)
            return isSilent.withLockedValue { $0 } ? MockReply(steps: [.hang]) : MockReply(text: "{}")
        }
        let exchange = try await ScriptedExchange.start(at: -1)
        let arguments = exchange.options + ["--alert-host", receiver.baseURL]
        try await withTemporaryDirectory { directory in
            let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
            try await administration.add(name: "ada", password: "secret of ada")
            try await administration.close()
            var server = try await ServerBinary.start(in: directory, port: 0, arguments: arguments)
            let way = try DeliveryWay.webhook(to: receiver.baseURL + "/hook")
            let alert = Alert(
                id: .random(),
                coin: ScriptedExchange.coin,
                condition: .priceAbove(try exchange.price(at: 1))
            )
            var keys: [String] = []
            var requests = posts.makeAsyncIterator()
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                terminal.link.user.mutate { _ in Mutation(Mutation.add(way).changes + Mutation.add(alert).changes) }
                await terminal.until { $0.user.state(of: alert)?.phase == .armed }
            }
            exchange.move(to: 1)
            for _ in 0..<3 {
                let request = try #require(await requests.next())
                keys.append(request.headers.first(name: "Idempotency-Key") ?? "")
                await server.kill()
                server = try await ServerBinary.start(in: directory, port: server.port, arguments: arguments)
            }
            isSilent.withLockedValue { $0 = false }
            // The post of the last process may still hang; the next process makes it again.
            await server.kill()
            server = try await ServerBinary.start(in: directory, port: server.port, arguments: arguments)
            let later = server.terminal()
            try await later.connected {
                await later.untilReady()
                await later.until { $0.user.state(of: way.id)?.phase == .delivered }
                #expect(later.user.alertEvents.map(\.alert) == [alert.id])
            }
            await server.stop()
            posted.finish()
            while let request = await requests.next() {
                keys.append(request.headers.first(name: "Idempotency-Key") ?? "")
            }
            #expect(keys.count >= 4 && Set(keys).count == 1 && keys[0].count == 32, "\(keys)")
        }
        await exchange.stop()
        await receiver.stop()
    }
}
