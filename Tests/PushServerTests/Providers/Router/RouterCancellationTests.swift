import MockMarket
import NIOCore
import Shared
import Testing

@testable import PushServer

/// The tasks here are unstructured, because they are cancelled from outside while they run.
@Suite(.timeLimit(.minutes(5)))
struct RouterCancellationTests {
    @Test func cancellingTheTaskHangsUp() async throws {
        let log = WireLog()
        try await withRouter(log: log, answering: { _ in MockReply(steps: [.hang]) }) { router in
            let task = Task { await failure { try await router.answer(to: .huobiTickers) } }
            await log.waitForRequests()
            task.cancel()
            #expect(await task.value == .cancelled)
            await log.waitForHangUp()
        }
    }

    @Test func aCancelledTaskSendsNoRequest() async throws {
        try await withRouter(answering: { _ in MockReply(steps: [.hang]) }) { router in
            await withTaskGroup(of: ProviderFailure?.self) { group in
                group.cancelAll()
                group.addTask { await failure { try await router.answer(to: .huobiTickers) } }
                #expect(await group.next() == .cancelled)
            }
        }
    }

    @Test func aCancelledTransferMakesRoomForTheNext() async throws {
        var limits = RouterLimits()
        limits.inFlightPerHost = 1
        let log = WireLog()
        let answer: LoopbackServer.Answer = { request in
            request.path == "/market/tickers" ? MockReply(steps: [.hang]) : MockReply(text: "next")
        }
        try await withRouter(limits: limits, log: log, answering: answer) { router in
            let hanging = Task { await failure { try await router.answer(to: .huobiTickers) } }
            await log.waitForRequests()
            async let next = router.answer(to: Endpoint(.huobi, path: "/next"))
            hanging.cancel()
            #expect(await hanging.value == .cancelled)
            let answer = try await next
            #expect(answer.body == Array("next".utf8))
        }
    }

    @Test func shuttingDownFailsRunningAndLaterRequests() async throws {
        let log = WireLog()
        try await withRouter(log: log, answering: { _ in MockReply(steps: [.hang]) }) { router in
            async let running = failure { try await router.answer(to: .huobiTickers) }
            await log.waitForRequests()
            await router.shutdown()
            let problem = await running
            #expect(problem == .cancelled)
            #expect(await failure { try await router.answer(to: .huobiTickers) } == .cancelled)
            await log.waitForHangUp()
        }
    }

    @Test func theRouterSurvivesManyCancellationsAtOnce() async throws {
        let answer: LoopbackServer.Answer = { _ in
            MockReply(steps: [.wait(.microseconds(300))] + MockReply(text: "late").steps)
        }
        try await withRouter(answering: answer) { router in
            for round in 0..<20 {
                let tasks = (0..<10).map { _ in Task { await failure { try await router.answer(to: .huobiTickers) } } }
                for task in tasks.dropFirst(round % 10) { task.cancel() }
                for task in tasks { #expect([nil, .cancelled].contains(await task.value)) }
            }
            let served = try await router.answer(to: .huobiTickers)
            #expect(served.status == 200)
        }
    }
}
