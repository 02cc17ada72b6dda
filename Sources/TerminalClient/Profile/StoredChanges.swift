// What the files of pending changes contain.

internal import NIOCore
internal import Shared

/// The beginning of a journal. A journal of an earlier version begins with the length of a frame.
private let journalMark = "tickwire journal 2\n"

extension MutationQueue {
    /// The mark, the client id, the highest confirmed number, the highest number that may have been sent, the time of
    /// the last Welcome (0: never), what is known about confirmed changes that undos take back, then frames as they go
    /// over the wire.
    package var stored: [UInt8] {
        var buffer = ByteBuffer(string: journalMark)
        buffer.writeBytes(clientID.bytes)
        for number in [confirmed, sent, welcomed?.wire ?? 0] { buffer.writeInteger(number) }
        let effects = neededHistory.effects.sorted { $0.key < $1.key }
        buffer.writeInteger(UInt32(effects.count))
        for (number, effect) in effects {
            let bytes = effect.bytes
            buffer.writeMultipleIntegers(number, effect.version, UInt32(bytes.count))
            buffer.writeBytes(bytes)
        }
        for mutation in pending { ClientFrame.mutation(mutation).write(into: &buffer) }
        return Array(buffer.readableBytesView)
    }

    /// - Returns: nil if the bytes cannot be read to their end.
    package init?(stored bytes: [UInt8]) {
        var buffer = ByteBuffer(bytes: bytes)
        guard buffer.readString(length: journalMark.utf8.count) == journalMark,
            let id = buffer.readBytes(length: ClientID.byteCount).flatMap({ ClientID(bytes: $0) }),
            let confirmed = buffer.readInteger(as: UInt64.self),
            let sent = buffer.readInteger(as: UInt64.self),
            let welcomed = buffer.readInteger(as: UInt64.self),
            let count = buffer.readInteger(as: UInt32.self)
        else { return nil }
        var effects: [UInt64: MutationEffect] = [:]
        for _ in 0..<count {
            guard let (number, version, length) = buffer.readMultipleIntegers(as: (UInt64, UInt64, UInt32).self),
                let bytes = buffer.readBytes(length: Int(length))
            else { return nil }
            effects[number] = MutationEffect(version: version, bytes: bytes)
        }
        var reader = FrameReader(limit: SessionLimits.clientFrameBytesMax)
        reader.append(buffer)
        var pending: [NumberedMutation] = []
        do throws(FrameError) {
            while let body = try reader.next() {
                guard case .mutation(let mutation) = try ClientFrame(frameBody: body),
                    mutation.number == (pending.last?.number ?? confirmed) + 1
                else { return nil }
                pending.append(mutation)
            }
        } catch {
            return nil
        }
        if reader.isInsideFrame { return nil }
        self.init(
            clientID: id,
            confirmed: confirmed,
            sent: sent,
            welcomed: welcomed == 0 ? nil : MarketTime(wire: welcomed),
            pending: pending,
            history: MutationHistory(effects)
        )
    }
}

extension HeldTable {
    /// The frames that a server would send for it: a welcome, then the table. At the end is their SHA-256, because a
    /// power cut may leave zeros in place of bytes.
    package var stored: [UInt8] {
        var limits = SessionLimits()
        limits.records = rules
        let welcome = Welcome(
            version: ProtocolVersion.supported.upperBound,
            serverVersion: "",
            serverTime: MarketTime(seconds: 0),
            userName: "",
            epoch: MarketEpoch(rawValue: 0),
            lastMutation: 0,
            limits: limits,
            user: UserPosition(store: store, version: table.version),
            offers: offers
        )
        var buffer = ByteBuffer()
        for frame in [ServerFrame.welcome(welcome), .userTable(table)] { frame.write(into: &buffer) }
        buffer.writeBytes(SHA256.hash(Array(buffer.readableBytesView)))
        return Array(buffer.readableBytesView)
    }

    package init?(stored bytes: [UInt8]) {
        var (reader, buffer) = (FrameReader(limit: SessionLimits().serverFrameBytes), ByteBuffer(bytes: bytes))
        let length = bytes.count - SHA256.byteCount
        guard let frames = buffer.readSlice(length: max(0, length)), buffer.readableBytes == SHA256.byteCount,
            Array(buffer.readableBytesView) == Array(SHA256.hash(Array(frames.readableBytesView)))
        else { return nil }
        reader.append(frames)
        func next() -> ServerFrame? { (try? reader.next()).flatMap { $0 }.flatMap { try? ServerFrame(frameBody: $0) } }
        guard case .welcome(let welcome)? = next(), case .userTable(let table)? = next(),
            welcome.user.version == table.version
        else { return nil }
        self.init(
            store: welcome.user.store,
            rules: welcome.limits.records,
            offers: welcome.offers,
            table: table
        )
    }
}
