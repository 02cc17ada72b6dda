/// The frames of the market that an event loop has for its connections, until the market moves on.
///
/// The simulator keeps frames, and the server their bytes.
struct MarketFrames<Frame> {
    enum Origin {
        /// It is the tick, as it came.
        case tick
        /// Another connection wanted the same.
        case kept
        case made
    }

    /// The limit of frames for terminals that are behind.
    private static var keptMax: Int { 64 }

    /// The latest diff, which leads from a sequence to the present.
    private var tick: (from: UInt64, frame: Frame)?
    /// Frames for connections that are behind. All connections at the same sequence share one.
    private var kept: [MarketFlow.Frame: Frame] = [:]

    /// - Returns: the last tick's frame, whose memory the next one can use.
    @discardableResult
    mutating func forget() -> Frame? {
        kept.removeAll(keepingCapacity: true)
        defer { tick = nil }
        return tick?.frame
    }

    /// The market has moved on from a sequence. Call `forget` first.
    mutating func ticked(_ frame: Frame, from sequence: UInt64) { tick = (sequence, frame) }

    /// A tick has hashes only now and then, and other diffs always have them. So a tick does not complete a snapshot, whose
    /// parts are of different moments.
    mutating func frame(_ wanted: MarketFlow.Frame, make: () -> Frame) -> (frame: Frame, origin: Origin) {
        if let tick, case .diff(tick.from) = wanted { return (tick.frame, .tick) }
        if let frame = kept[wanted] { return (frame, .kept) }
        if kept.count >= Self.keptMax { kept.removeAll(keepingCapacity: true) }
        let frame = make()
        kept[wanted] = frame
        return (frame, .made)
    }
}
