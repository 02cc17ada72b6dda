import Shared
import Synchronization
import Testing

@testable import PushServer

/// One request for all callers. Values and failures are kept for their lifetimes, within their room.
@Suite(.timeLimit(.minutes(5)))
struct SharedFetchTests {
    private static let error = ProviderError(.huobiTickers, .timedOut)

    @Test func concurrentCallersShareOneRequest() async {
        let source = Source()
        let shared = source.shared(lifetime: .seconds(60))
        let answers = await withTaskGroup { tasks in
            for _ in 0..<50 { tasks.addTask { await shared.value(of: "a") } }
            return await tasks.reduce(into: Set<Int>()) { if case .success(let value) = $1 { $0.insert(value) } }
        }
        #expect(answers == [1])
        _ = await shared.value(of: "b")
        #expect(source.asked == ["a", "b"])
    }

    @Test func aCancelledCallerDoesNotAffectTheOthers() async {
        let source = Source()
        let shared = source.shared(lifetime: .seconds(60))
        // Unstructured, so that the test can cancel it alone.
        let leaving = Task { await shared.value(of: "a") }
        leaving.cancel()
        #expect(await shared.value(of: "a") == .success(1))
        #expect(await leaving.value == .success(1))
    }

    @Test func aValueIsRequestedAgainAfterItsLifetime() async {
        let source = Source()
        let shared = source.shared(lifetime: .seconds(60))
        #expect(await shared.value(of: "a") == .success(1))
        source.passes(.milliseconds(59_999))
        #expect(await shared.value(of: "a") == .success(1))
        source.passes(.milliseconds(1))
        #expect(await shared.value(of: "a") == .success(2))
    }

    @Test func aFailureIsRepeatedForItsLifetime() async {
        let source = Source()
        let shared = source.shared(lifetime: .seconds(60), pause: .seconds(10))
        source.fails(with: Self.error)
        #expect(await shared.value(of: "a") == .failure(Self.error))
        source.fails(with: nil)
        source.passes(.milliseconds(9_999))
        #expect(await shared.value(of: "a") == .failure(Self.error))
        #expect(source.asked == ["a"])
        source.passes(.milliseconds(1))
        #expect(await shared.value(of: "a") == .success(2))
    }

    @Test func anOldValueIsBetterThanNone() async {
        let source = Source()
        let shared = source.shared(lifetime: .seconds(60), pause: .seconds(10))
        _ = await shared.value(of: "a")
        source.passes(.seconds(60))
        source.fails(with: Self.error)
        for _ in 0..<3 { #expect(await shared.value(of: "a") == .success(1)) }
        #expect(source.asked == ["a", "a"], "and its source is left alone meanwhile")
        source.passes(.seconds(10))
        source.fails(with: nil)
        #expect(await shared.value(of: "a") == .success(3))
    }

    @Test func afterTheClockIsSetBackTheSourceIsAskedAgain() {
        var cache = FetchCache<Int, Int>(lifetime: .seconds(60), weightMax: 30)
        let before = testTime.adding(seconds: -3600)
        cache.keep(1, of: 1, at: testTime)
        _ = cache.failed(2, Self.error, until: testTime.adding(seconds: 10), at: testTime)
        #expect(cache.answer(of: 1, at: before) == nil)
        #expect(cache.answer(of: 2, at: before) == nil)
        #expect(cache.answer(of: 2, at: testTime) == .failure(Self.error))
    }

    // MARK: Room

    @Test func aNewValueReplacesTheLeastRecentlyUsedOnes() {
        var cache = FetchCache<Int, Int>(lifetime: .seconds(60), weightMax: 30) { $0 }
        for key in 1...3 { cache.keep(10, of: key, at: testTime) }
        #expect(cache.answer(of: 1, at: testTime) == .success(10))
        cache.keep(10, of: 4, at: testTime)
        #expect((1...4).filter { cache.answer(of: $0, at: testTime) != nil } == [1, 3, 4])
        #expect(cache.weightKept == 30)
        cache.keep(31, of: 5, at: testTime)
        #expect(cache.count == 0 && cache.weightKept == 0, "heavier than all the room")
    }

    @Test func aNewValueReplacesTheOldOneOfItsKey() {
        var cache = FetchCache<Int, Int>(lifetime: .seconds(60), weightMax: 30) { $0 }
        cache.keep(10, of: 1, at: testTime)
        cache.keep(20, of: 1, at: testTime.adding(seconds: 50))
        #expect(cache.count == 1 && cache.weightKept == 20)
        #expect(cache.answer(of: 1, at: testTime.adding(seconds: 100)) == .success(20))
    }

    @Test func failuresAreBounded() {
        var cache = FetchCache<Int, Int>(lifetime: .seconds(60), weightMax: 30)
        let most = FetchCache<Int, Int>.failuresMax
        for key in 0...most {
            _ = cache.failed(key, Self.error, until: testTime.adding(seconds: Int64(10 + key)), at: testTime)
        }
        let all = (-1...most).count { cache.answer(of: $0, at: testTime) != nil }
        #expect(all == most)
        #expect(cache.answer(of: 0, at: testTime) == nil, "the one that ends first made room")
        #expect(cache.answer(of: most, at: testTime) == .failure(Self.error))
        let later = testTime.adding(seconds: Int64(10 + most / 2))
        _ = cache.failed(-1, Self.error, until: .distant, at: later)
        let kept = (-1...most).count { cache.answer(of: $0, at: later) != nil }
        #expect(kept == most / 2 + 1, "those that are over go first")
    }
}

extension MarketTime {
    fileprivate static let distant = testTime.adding(seconds: 1_000_000)
}

/// Answers with the number of the request, when the test says so.
private final class Source: Sendable {
    private struct State {
        var time = testTime
        var error: ProviderError?
        var asked: [String] = []
    }

    private let state = Mutex(State())

    var asked: [String] { state.withLock(\.asked) }
    func fails(with error: ProviderError?) { state.withLock { $0.error = error } }
    func passes(_ time: Duration) { state.withLock { $0.time = $0.time.adding(time) } }

    func shared(lifetime: Duration, pause: Duration = .zero) -> SharedFetch<String, Int> {
        SharedFetch(
            lifetime: lifetime,
            weightMax: 100,
            pause: { _, _ in pause },
            now: { self.state.withLock(\.time) },
            fetch: { key throws(ProviderError) in try self.answer(key) }
        )
    }

    private func answer(_ key: String) throws(ProviderError) -> Int {
        let (error, number) = state.withLock { state in
            state.asked.append(key)
            return (state.error, state.asked.count)
        }
        if let error { throw error }
        return number
    }
}
