internal import NIOCore
internal import Shared

/// The market that a planned restart passes to the next process, so that terminals resume with a diff: the frames of a
/// snapshot, then a frame with its hash.
struct MarketContinuation {
    enum Failure: Error, Equatable, Sendable {
        case cutShort
    }

    /// An older market is useless to returning terminals.
    static let lifetime = Duration.seconds(600)

    let epoch: MarketEpoch
    let table: MarketTable

    init(epoch: MarketEpoch, table: MarketTable) { (self.epoch, self.table) = (epoch, table) }

    /// - Throws: `FrameError`, `MarketTableError`, `Failure`
    init(bytes: [UInt8]) throws {
        var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
        reader.append(ByteBuffer(bytes: bytes))
        var (table, epoch, isWhole) = (MarketTable(), MarketEpoch(rawValue: 0), false)
        while let body = try reader.next() {
            switch try ServerFrame(frameBody: body) {
            case .snapshotPart(let part):
                epoch = part.epoch
                try table.append(part)
            case .marketDiff(let diff):
                try table.apply(diff)
                isWhole = true
            default: throw Failure.cutShort
            }
        }
        if !isWhole { throw Failure.cutShort }
        self.init(epoch: epoch, table: table)
    }

    var bytes: [UInt8] {
        var buffer = ByteBuffer()
        var flow = MarketFlow.starting(resume: nil)
        while let frame = flow.next(sequence: table.sequence, rowCount: table.count) {
            frame.made(from: table, epoch: epoch).write(into: &buffer)
            flow.written()
        }
        // The flow ends with a diff only after several parts.
        ServerFrame.marketDiff(table.diff(since: table.sequence)).write(into: &buffer)
        return Array(buffer.readableBytesView)
    }
}

// MARK: - On disk

extension MarketContinuation {
    /// Reads the market that the last process saved, if that is recent. The file can be taken only once. If a process
    /// crashes, no file contains what it has sent to terminals, so the next process must begin a new epoch.
    /// - Returns: nil if there is no usable market.
    static func take(from path: String, now: MarketTime) -> MarketContinuation? {
        guard let bytes = try? SmallFile.read(path) else { return nil }
        SmallFile.remove(path)
        guard !SmallFile.exists(path), let saved = try? MarketContinuation(bytes: bytes) else { return nil }
        return now.elapsed(since: saved.table.time) < lifetime ? saved : nil
    }

    /// - Throws: `SystemError`
    func save(to path: String) throws { try SmallFile.write(bytes, to: path) }
}
