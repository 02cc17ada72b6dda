internal import Shared

/// Decides whether a source's answers are new. Only the server's clock tells their age, because the source's clock may
/// be wrong by minutes.
///
/// Several caches may answer in turns, and any of them may stand still. So an answer that repeats an earlier one is not
/// news, however often it comes and whatever comes in between. Nor is one with an earlier stamp, because new prices
/// under a stamp that stands still may have any age. A stamp is compared with the newest one so far, not with the last
/// one.
///
/// A stamp that is far older than the newest one comes from another clock, which counts once it moves on. So a single
/// odd stamp, or a clock that was set back, costs one answer. A stamp that is a little older comes from a cache that
/// lags.
struct StampWatch {
    /// After this time without a newer stamp, older stamps count from where they are.
    static let patience = Duration.seconds(60)
    /// No cache lags by more than this.
    private static let lagMax = Duration.seconds(60)
    /// How long a stamp counts after it first came, because a stamp of whole seconds comes with several answers.
    static let stampLifetime = Duration.seconds(2)
    /// How many answers are remembered: more than a provider has caches.
    private static let rememberedMax = 64

    /// The last stamps that differed, in the order in which they came, and when each came first.
    private var rememberedStamps: [(stamp: MarketTime, first: MarketTime)] = []
    /// Hashes of the last answers that differed, in the order in which they came.
    private var remembered: [Int] = []
    private var newest: MarketTime?
    /// The stamp that a newer one must exceed.
    private var base: MarketTime?
    /// The last stamp of another clock, since the newest answer.
    private var other: MarketTime?
    /// When the newest answer came.
    private var heard: MarketTime?
    /// The server's clock minus the source's clock, at the newest answer; nil: no answer with a stamp has come.
    private(set) var offset: Duration?
    /// Whether the source's stamps have moved. A stamp that stands still does not tell how old an answer is.
    private(set) var hasMoved = false
    /// Whether the last answer had new content under a stamp that stands still.
    private(set) var stampStandsStill = false

    /// - Parameters:
    ///   - stamp: when the answer was made, by the source's clock; nil if it does not say, so that only its content
    ///     counts.
    ///   - content: the content of the answer.
    /// - Returns: whether it is newer than all answers before. An answer with an older stamp comes from a cache that lags.
    mutating func isNewer(_ stamp: MarketTime?, _ content: some Hashable, at now: MarketTime) -> Bool {
        let isRepeated = remember(stamp, content)
        guard let stamp else { return !isRepeated }
        let isStampNew = remember(stamp, at: now).isNear(now, within: Self.stampLifetime)
        stampStandsStill = !isRepeated && !isStampNew
        guard let newest, let base, let heard else { return take(stamp, at: now) }
        if isRepeated || !isStampNew { return false }
        if stamp > base || stamp == newest { return take(stamp, at: now) }
        if base.elapsed(since: stamp) > Self.lagMax {
            if let other, stamp > other { return take(stamp, at: now) }
            other = stamp
        }
        if heard > now || now.elapsed(since: heard) >= Self.patience { (self.base, self.heard) = (stamp, now) }
        return false
    }

    private mutating func take(_ stamp: MarketTime, at now: MarketTime) -> Bool {
        hasMoved = hasMoved || newest.map { $0 != stamp } ?? false
        (newest, base, heard, other) = (stamp, stamp, now, nil)
        offset = stamp.offset(to: now)
        return true
    }

    /// - Returns: whether the same content came before.
    private mutating func remember(_ stamp: MarketTime?, _ content: some Hashable) -> Bool {
        var hasher = Hasher()
        hasher.combine(stamp)
        hasher.combine(content)
        let hash = hasher.finalize()
        let place = remembered.firstIndex(of: hash)
        if let place { remembered.remove(at: place) }
        remembered = (remembered + [hash]).suffix(Self.rememberedMax)
        return place != nil
    }

    /// - Returns: when the stamp first came.
    private mutating func remember(_ stamp: MarketTime, at now: MarketTime) -> MarketTime {
        let place = rememberedStamps.firstIndex { $0.stamp == stamp }
        let known = place.map { rememberedStamps.remove(at: $0) } ?? (stamp: stamp, first: now)
        rememberedStamps = (rememberedStamps + [known]).suffix(Self.rememberedMax)
        return known.first
    }
}

extension MarketTime {
    /// Positive if `other` is later.
    func offset(to other: MarketTime) -> Duration {
        other >= self ? other.elapsed(since: self) : .zero - elapsed(since: other)
    }
}
