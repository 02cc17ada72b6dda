internal import Shared

/// Fetches values from a provider. All callers that ask meanwhile share one request, and later callers get the cached
/// value.
///
/// An old value is better than none: while a provider fails, callers still get its earlier value.
actor SharedFetch<Key: Hashable & Sendable, Value: Sendable> {
    private let fetch: @Sendable (Key) async throws(ProviderError) -> Value
    private let pause: @Sendable (ProviderError, MarketTime) -> Duration
    private let now: @Sendable () -> MarketTime
    private var cache: FetchCache<Key, Value>
    private var underWay: [Key: Task<Result<Value, ProviderError>, Never>] = [:]

    /// - Parameters:
    ///   - lifetime: how long a value is used without another request.
    ///   - weightMax: the maximum total weight of all cached values.
    ///   - weight: the weight of one value.
    ///   - pause: how long no request is made after a failure.
    init(
        lifetime: Duration,
        weightMax: Int,
        weight: @escaping @Sendable (Value) -> Int = { _ in 1 },
        pause: @escaping @Sendable (ProviderError, MarketTime) -> Duration,
        now: @escaping @Sendable () -> MarketTime,
        fetch: @escaping @Sendable (Key) async throws(ProviderError) -> Value
    ) {
        cache = FetchCache(lifetime: lifetime, weightMax: weightMax, weight: weight)
        (self.pause, self.now, self.fetch) = (pause, now, fetch)
    }

    func value(of key: Key) async -> Result<Value, ProviderError> {
        if let known = cache.answer(of: key, at: now()) { return known }
        if let task = underWay[key] { return await task.value }
        // Unstructured, because several callers wait for the same answer, which belongs to none of them. `underWay`
        // holds the task until it has the answer.
        let task = Task { await ask(for: key) }
        underWay[key] = task
        return await task.value
    }

    private func ask(for key: Key) async -> Result<Value, ProviderError> {
        defer { underWay[key] = nil }
        do throws(ProviderError) {
            let value = try await fetch(key)
            cache.keep(value, of: key, at: now())
            return .success(value)
        } catch {
            let time = now()
            return cache.failed(key, error, until: time.adding(pause(error, time)), at: time)
        }
    }
}

/// Fetched values, and failures. Values stay until they are old or room is short; failures stay until a retry is due.
struct FetchCache<Key: Hashable & Sendable, Value: Sendable> {
    private struct Entry {
        let value: Value
        let since: MarketTime
        let weight: Int
        var lastUse: UInt64
    }

    private struct Failure {
        let error: ProviderError
        let since: MarketTime
        let until: MarketTime
    }

    /// One takes some hundred bytes.
    static var failuresMax: Int { 10_000 }

    private let lifetime: Duration
    private let weightMax: Int
    private let weight: @Sendable (Value) -> Int
    private var kept: [Key: Entry] = [:]
    private var failures: [Key: Failure] = [:]
    private var uses: UInt64 = 0
    private(set) var weightKept = 0

    init(lifetime: Duration, weightMax: Int, weight: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        (self.lifetime, self.weightMax, self.weight) = (lifetime, weightMax, weight)
    }

    var count: Int { kept.count }

    /// The answer without a request; nil if a request is due.
    mutating func answer(of key: Key, at now: MarketTime) -> Result<Value, ProviderError>? {
        let known = use(key)
        // If the time of a note is in the future, the clock was set back, and the age of the note is unknown.
        if let known, known.since <= now, now.elapsed(since: known.since) < lifetime { return .success(known.value) }
        guard let failure = failures[key], failure.since <= now, now < failure.until else { return nil }
        return known.map { .success($0.value) } ?? .failure(failure.error)
    }

    /// Caches a value. The least recently used values make room. A value that exceeds the whole room is not cached.
    mutating func keep(_ value: Value, of key: Key, at now: MarketTime) {
        remove(key)
        failures[key] = nil
        uses += 1
        kept[key] = Entry(value: value, since: now, weight: weight(value), lastUse: uses)
        weightKept += weight(value)
        // This searches all values, but only after a value has arrived over the network.
        while weightKept > weightMax, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    /// - Returns: the answer for the callers.
    mutating func failed(
        _ key: Key,
        _ error: ProviderError,
        until: MarketTime,
        at now: MarketTime
    ) -> Result<Value, ProviderError> {
        if failures.count >= Self.failuresMax { failures = failures.filter { now < $0.value.until } }
        if failures.count >= Self.failuresMax, let first = failures.min(by: { $0.value.until < $1.value.until }) {
            failures[first.key] = nil
        }
        failures[key] = Failure(error: error, since: now, until: until)
        return use(key).map { .success($0.value) } ?? .failure(error)
    }

    private mutating func use(_ key: Key) -> Entry? {
        guard kept[key] != nil else { return nil }
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]
    }

    private mutating func remove(_ key: Key) {
        if let gone = kept.removeValue(forKey: key) { weightKept -= gone.weight }
    }
}
