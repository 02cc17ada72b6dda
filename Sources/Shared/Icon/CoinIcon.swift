/// A coin's picture: a PNG as its provider made it, to be passed on untouched.
///
/// It is looked at only as far as it takes to know that a terminal can be trusted with it: a small picture, whole, and
/// nothing behind its end. (PNG, Third Edition, sections 5.2, 5.3 and 11.2.1)
public struct CoinIcon: Hashable, Sendable {
    public let png: [UInt8]

    /// Pictures of 64 by 64 points take 2 to 8 KB.
    public static let bytesMax = 64 * 1024
    /// In points; larger ones are no icons, and would unpack into a lot.
    public static let sideMax = 256

    /// - Returns: nil for what is no such picture.
    public init?(png: [UInt8]) {
        guard png.count <= Self.bytesMax, png.starts(with: Self.signature), Self.isWhole(png) else { return nil }
        self.png = png
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Of a chunk, beside its content: length, type and checksum.
    private static let chunkFrame = 12

    /// Whether it is one chunk after the other, the first a header with sides within bounds, the last the end.
    private static func isWhole(_ png: [UInt8]) -> Bool {
        var place = signature.count
        var isFirst = true
        while png.count - place >= chunkFrame {
            let length = number(png, place)
            guard length <= png.count - place - chunkFrame else { return false }
            let type = png[place + 4..<place + 8]
            if isFirst, !isHeader(png, place, length) { return false }
            place += length + chunkFrame
            if type.elementsEqual("IEND".utf8) { return place == png.count }
            isFirst = false
        }
        return false
    }

    private static func isHeader(_ png: [UInt8], _ place: Int, _ length: Int) -> Bool {
        png[place + 4..<place + 8].elementsEqual("IHDR".utf8) && length == 13
            && 1...sideMax ~= number(png, place + 8) && 1...sideMax ~= number(png, place + 12)
    }

    private static func number(_ png: [UInt8], _ place: Int) -> Int {
        png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
