import NIOCore

/// What a light terminal needs to know about market frames, without decoding their rows. Hundreds of terminals share
/// one thread here, and decoding would delay each tick.
enum FrameGlance {
    case snapshotPart(isLast: Bool, diffFollows: Bool)
    /// The time at which the server made it, in milliseconds since 1970, and whether it has what only a listing brings.
    case diff(time: UInt64, isListing: Bool)

    /// The field of `MarketRows` for changes over an hour and a week.
    private static let trends = 5

    /// - Returns: nil for any other frame.
    init?(frameBody: ByteBuffer) {
        var body = frameBody
        switch body.readField() {
        case .bytes(3, var part)?:
            let isLast = part.firstNumber(ofField: 4) == 1
            self = .snapshotPart(isLast: isLast, diffFollows: part.firstNumber(ofField: 7) == 1)
        case .bytes(4, var diff)?:
            let time = diff.firstNumber(ofField: 3) ?? 0
            var rows = diff.firstBytes(ofField: 5) ?? ByteBuffer()
            self = .diff(time: time, isListing: rows.firstBytes(ofField: Self.trends) != nil)
        default: return nil
        }
    }
}

/// A field of a protobuf message (https://protobuf.dev/programming-guides/encoding).
private enum WireField {
    case number(Int, UInt64)
    case bytes(Int, ByteBuffer)
    case other
}

extension ByteBuffer {
    fileprivate mutating func firstNumber(ofField wanted: Int) -> UInt64? {
        while let field = readField() {
            if case .number(wanted, let value) = field { return value }
        }
        return nil
    }

    fileprivate mutating func firstBytes(ofField wanted: Int) -> ByteBuffer? {
        while let field = readField() {
            if case .bytes(wanted, let bytes) = field { return bytes }
        }
        return nil
    }

    fileprivate mutating func readField() -> WireField? {
        guard let key = readVarint() else { return nil }
        let number = Int(key >> 3)
        switch key & 7 {
        case 0: return readVarint().map { .number(number, $0) }
        case 1: return readBytes(length: 8).map { _ in .other }
        case 2: return readVarint().flatMap { readSlice(length: Int($0)) }.map { .bytes(number, $0) }
        case 5: return readBytes(length: 4).map { _ in .other }
        default: return nil
        }
    }

    private mutating func readVarint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = readInteger(as: UInt8.self) else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
