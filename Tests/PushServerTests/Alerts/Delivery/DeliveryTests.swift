import Foundation
import MockMarket
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Shared
import TestSupport
import Testing

@testable import PushServer

/// Posts of alerts to a real HTTP server that sometimes misbehaves.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
    private func text(_ request: MockRequest) -> String { String(decoding: request.body, as: UTF8.self) }

    @Test func ntfyGetsTheTextAsTheBodyAndTheRestInHeaders() async throws {
        try await PostStage.run { stage in
            let way = try await stage.add(.ntfy)
            try await stage.fire()
            try await stage.until { try await stage.waitingCount == 0 }
            let request = try #require(stage.requests.first)
            #expect(request.method == .POST && request.path == "/topic")
            #expect(text(request) == "BTC at or above 100 USD, now 101.00 USD (Huobi): look")
            #expect(request.headers.first(name: "Title") == "Tickwire: BTC")
            #expect(request.headers.first(name: "Priority") == "high")
            #expect(request.headers.first(name: "Authorization") == nil)
            #expect(stage.requests.count == 1)
            #expect(try await stage.state(way)?.phase == .delivered)
        }
    }

    @Test func anotherProgramVerifiesTheSignatureOfAWebhook() async throws {
        try await PostStage.run { stage in
            try await stage.add(.webhook)
            try await stage.fire()
            try await stage.until { try await stage.waitingCount == 0 }
            let request = try #require(stage.requests.first)
            let stamp = try #require(request.headers.first(name: "Tickwire-Time"))
            #expect(stamp == "\(stage.now.milliseconds)")
            // Python shares no code with the server, and reads what was received.
            let script = """
                import base64, hashlib, hmac, sys
                body = base64.b64decode(sys.argv[1])
                key = sys.argv[2].encode()
                print('v1=' + hmac.new(key, sys.argv[3].encode() + b'.' + body, hashlib.sha256).hexdigest(), end='')
                """
            let output = Pipe()
            let python = try ChildProcess(
                ["python3", "-c", script, Data(request.body).base64EncodedString(), PostStage.signingKey, stamp],
                output: .handle(output.fileHandleForWriting)
            )
            try output.fileHandleForWriting.close()
            #expect(await python.status() == 0)
            let code = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(request.headers.first(name: "Tickwire-Signature") == code)
            let json = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
            #expect(json["kind"] as? String == "alert" && json["symbol"] as? String == "BTC")
            #expect(json["condition"] as? String == ">100" && json["price"] as? String == "101")
            #expect(json["alert"] as? String == "0000000000000001" && json["note"] as? String == "look")
        }
    }

    @Test func eachFiringIsOnePostForEachWay() async throws {
        try await PostStage.run { stage in
            try await stage.add(.ntfy, id: 1)
            try await stage.add(.webhook, to: stage.receiver.baseURL + "/hook", id: 2)
            try await stage.fire(1)
            try await stage.fire(2)
            #expect(try await stage.waitingCount == 4)
            try await stage.until { try await stage.waitingCount == 0 }
            #expect(stage.requests.map(\.path).sorted() == ["/hook", "/hook", "/topic", "/topic"])
            #expect(Set(stage.keys).count == 4)
        }
    }

    /// The ways in which a receiver may fail.
    enum Fault: String, CaseIterable {
        case status500, redirect, reset, closed, hang, endless

        func reply(_ elsewhere: String) -> MockReply {
            switch self {
            case .status500: return MockReply(.internalServerError, text: "no")
            case .redirect: return MockReply(.temporaryRedirect, headers: ["Location": elsewhere], text: "")
            case .reset: return MockReply(steps: [.reset])
            case .closed: return MockReply(steps: [.close])
            case .hang: return MockReply(steps: [.hang])
            case .endless:
                let head = HTTPResponseHead(version: .http1_1, status: .badGateway)
                let blanks = ByteBuffer(repeating: 0x20, count: 65_536)
                return MockReply(steps: [.head(head), .repeated(blanks, 1000), .end])
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func aPostThatFailsIsMadeAgainWithTheSameKey(fault: Fault) async throws {
        let others = NIOLockedValueBox(0)
        let other = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in
            others.withLockedValue { $0 += 1 }
            return MockReply(text: "{}")
        }
        let fails = NIOLockedValueBox(true)
        let elsewhere = other.baseURL + "/secret"
        try await PostStage.run(
            patience: fault == .hang ? .seconds(2) : .seconds(60),
            answer: { _ in fails.withLockedValue { $0 } ? fault.reply(elsewhere) : MockReply(text: "{}") },
            { stage in
                let way = try await stage.add(.webhook)
                try await stage.fire()
                try await stage.until { try await stage.state(way)?.phase == .failing }
                let problem = try await stage.state(way)?.problem
                #expect(problem?.contains("127.0.0.1") == true, "\(problem ?? "none")")
                let count = stage.requests.count
                // The post is not due yet.
                try await stage.until { true }
                fails.withLockedValue { $0 = false }
                stage.pass(.seconds(31))
                var tries = count + 1
                try await stage.until {
                    // With two seconds of patience, a good post may take too long as well on a machine that is very busy. Then it is
                    // due again later.
                    if fault == .hang, stage.requests.count >= tries, try await stage.state(way)?.phase == .failing {
                        tries += 1
                        stage.pass(.seconds(1_800))
                    }
                    return try await stage.waitingCount == 0
                }
                #expect(fault == .hang ? stage.requests.count > count : stage.requests.count == count + 1)
                #expect(Set(stage.keys).count == 1 && stage.keys.allSatisfy { $0.count == 32 })
                #expect(try await stage.state(way)?.phase == .delivered)
            }
        )
        #expect(others.withLockedValue { $0 } == 0, "no redirect is followed")
        await other.stop()
    }

    @Test func anAnswerThatIsTooLongCountsAsDelivered() async throws {
        let head = HTTPResponseHead(version: .http1_1, status: .ok)
        let endless = MockReply(steps: [.head(head), .repeated(ByteBuffer(repeating: 0x20, count: 65_536), 1000), .end])
        try await PostStage.run(
            answer: { _ in endless },
            { stage in
                let way = try await stage.add(.ntfy)
                try await stage.fire()
                try await stage.until { try await stage.waitingCount == 0 }
                #expect(stage.requests.count == 1)
                #expect(try await stage.state(way)?.phase == .delivered)
            }
        )
    }

    @Test func afterADayThePostIsGivenUpAndTheUserIsInformed() async throws {
        try await PostStage.run(
            answer: { _ in MockReply(.serviceUnavailable, headers: ["Retry-After": "1"], text: "") },
            { stage in
                let way = try await stage.add(.ntfy)
                try await stage.fire()
                var tries = 0
                while try await stage.waitingCount > 0 {
                    tries += 1
                    let wanted = tries
                    try await stage.until {
                        let isBusy = try await stage.isBusy
                        return stage.requests.count >= wanted && !isBusy
                    }
                    #expect(try await stage.table.lostDeliveries.isEmpty == (try await stage.waitingCount > 0))
                    stage.pass(.seconds(3600))
                }
                #expect(Set(stage.keys).count == 1 && stage.lostPosts == 1)
                let lines = try await stage.table.lostDeliveries.map(\.line)
                #expect(lines == ["Could not deliver 1 alert to way 1: 127.0.0.1 answered with status 503"])
                // A loss that was seen is not shown again.
                let state = try #require(try await stage.state(way))
                #expect(try await stage.settle(.dismiss(state)) == .applied)
                #expect(try await stage.table.lostDeliveries.isEmpty)
            }
        )
    }

    @Test func aNameThatLeadsToThisMachineIsRefusedUnlessItIsAllowedAsPrivate() async throws {
        for (host, isPosted) in [("http://localhost:PORT", false), ("http://localhost:PORT=private", true)] {
            try await PostStage.run(allowing: host) { stage in
                let way = try await stage.add(.ntfy, to: "http://localhost:\(stage.receiver.port)/topic")
                try await stage.fire()
                try await stage.until { try await stage.state(way)?.phase != nil }
                #expect(stage.requests.isEmpty == !isPosted)
                let state = try #require(try await stage.state(way))
                #expect(state.phase == (isPosted ? .delivered : .failing))
                if isPosted { return }
                #expect(state.problem.hasPrefix("localhost leads to "), "\(state.problem)")
                let advice = ", to which this server sends nothing; use another host, or ask the operator to allow "
                #expect(state.problem.hasSuffix(advice + "http://localhost:\(stage.receiver.port)=private"))
            }
        }
    }

    @Test func aHostThatTheOperatorNoLongerAllowsGetsNothing() async throws {
        try await PostStage.run { stage in
            let way = try await stage.add(.ntfy, to: "https://gone.example/topic")
            try await stage.fire()
            try await stage.until { try await stage.state(way)?.phase == .failing }
            #expect(try await stage.state(way)?.problem == "the operator does not allow posts to https://gone.example")
        }
    }

    @Test func aTestIsSentOnceAndItsResultIsNoted() async throws {
        let fails = NIOLockedValueBox(false)
        try await PostStage.run(
            answer: { _ in fails.withLockedValue { $0 } ? MockReply(.notFound, text: "") : MockReply(text: "{}") },
            { stage in
                let way = try await stage.add(.ntfy)
                #expect(try await stage.settle(.test([way], number: 5)) == .applied)
                try await stage.until { try await stage.state(way)?.test == 5 }
                #expect(try await stage.state(way)?.testProblem == "")
                #expect(stage.requests.map(text) == ["This is a test message of Tickwire."])
                fails.withLockedValue { $0 = true }
                #expect(try await stage.settle(.test([way], number: 6)) == .applied)
                #expect(stage.requests.count == 1, "tests keep their distance")
                stage.pass(OutboxRows.testPause)
                try await stage.until { try await stage.state(way)?.test == 6 }
                #expect(try await stage.state(way)?.testProblem == "127.0.0.1 answered with status 404")
                #expect(try await stage.waitingCount == 0, "a test that fails is not made again")
                #expect(try await stage.state(way)?.phase == nil && stage.requests.count == 2)
            }
        )
    }

    @Test func inQuietHoursAlertsWaitAndTestsDoNot() async throws {
        try await PostStage.run { stage in
            let way = try await stage.add(.ntfy)
            // The test's time is 12:00 UTC.
            let hours = Settings.quietHours
            #expect(try await stage.settle(.set(hours, to: "11:00-13:00 UTC")) == .applied)
            try await stage.fire()
            #expect(try await stage.settle(.test([way], number: 5)) == .applied)
            try await stage.until { try await stage.state(way)?.test == 5 }
            #expect(stage.requests.count == 1)
            #expect(try await stage.waitingCount == 1)
            stage.pass(.seconds(3600))
            try await stage.until { try await stage.waitingCount == 0 }
            #expect(stage.requests.last.map(text)?.hasPrefix("BTC at or above 100") == true)
        }
    }

    @Test func endingQuietHoursEarlierSendsWhatWaits() async throws {
        try await PostStage.run { stage in
            let way = try await stage.add(.ntfy)
            #expect(try await stage.settle(.set(Settings.quietHours, to: "11:00-13:00 UTC")) == .applied)
            try await stage.fire()
            #expect(try await stage.settle(.test([way], number: 5)) == .applied)
            try await stage.until { try await stage.state(way)?.test == 5 }
            #expect(try await stage.waitingCount == 1)
            #expect(try await stage.settle(.set(Settings.quietHours, to: "off")) == .applied)
            try await stage.until { try await stage.waitingCount == 0 }
            #expect(stage.requests.count == 2)
        }
    }

    @Test func aChangeOfQuietHoursRepeatsNoPostThatHasFailed() async throws {
        try await PostStage.run(
            answer: { _ in MockReply(.tooManyRequests, headers: ["Retry-After": "600"], text: "") },
            { stage in
                let way = try await stage.add(.ntfy)
                try await stage.fire()
                try await stage.until { try await stage.state(way)?.phase == .failing }
                for hours in ["11:00-13:00 UTC", "off"] {
                    #expect(try await stage.settle(.set(Settings.quietHours, to: hours)) == .applied)
                }
                #expect(try await !stage.isBusy, "it waits for as long as its host asks")
                #expect(try await stage.waitingCount == 1)
            }
        )
    }

    @Test func aWayThatIsRemovedGetsNothingMore() async throws {
        try await PostStage.run(
            answer: { _ in MockReply(.internalServerError, text: "") },
            { stage in
                let way = try await stage.add(.ntfy)
                try await stage.fire()
                try await stage.until { try await stage.state(way)?.phase == .failing }
                #expect(try await stage.settle(.remove(way.id)) == .applied)
                stage.pass(.seconds(31))
                try await stage.until { try await stage.waitingCount == 0 }
                #expect(stage.requests.count == 1)
            }
        )
    }

    @Test func theOldestPostsMakeRoomAndAreCounted() async throws {
        try await PostStage.run { stage in
            // Alerts that fire in quiet hours wait for their end.
            #expect(try await stage.settle(.set(Settings.quietHours, to: "11:00-13:00 UTC")) == .applied)
            let way = try await stage.add(.ntfy)
            for id in 1...102 as ClosedRange<UInt64> { try await stage.fire(id) }
            #expect(try await stage.waitingCount == OutboxRows.waitingMax)
            #expect(try await stage.state(way)?.lost == 2)
        }
    }
}
