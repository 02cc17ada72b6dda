/// A coin's picture: its provider's PNG, without the parts that the picture does not need.
///
/// The check only makes sure that the picture is safe for a terminal: it is small, complete, and has nothing after its
/// end. Text, profiles and animations are removed, because they may unpack into large data. (PNG, Third Edition,
/// sections 5.2 to 5.4 and 11.2)
public struct CoinIcon: Hashable, Sendable {
    public let png: [UInt8]

    /// Pictures of 64 by 64 points take 2 to 8 KB.
    public static let bytesMax = 64 * 1024
    /// In points. A larger picture is not an icon, and would unpack into large data.
    public static let sideMax = 256

    /// - Returns: nil if the bytes are not such a picture.
    public init?(png: [UInt8]) {
        guard png.count <= Self.bytesMax, png.starts(with: Self.signature), let picture = Self.picture(in: png) else {
            return nil
        }
        self.png = picture
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The chunks that make up a picture.
    private static let chunkTypes = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
    /// The bytes of a chunk besides its content: length, type and checksum.
    private static let chunkFrame = 12

    /// The picture alone, if the bytes are chunks only, the first a header with allowed sides, and the last the end.
    private static func picture(in png: [UInt8]) -> [UInt8]? {
        var picture = signature
        var place = signature.count
        while png.count - place >= chunkFrame {
            let length = number(png, place)
            guard length <= png.count - place - chunkFrame else { return nil }
            let (isFirst, type) = (place == signature.count, Array(png[place + 4..<place + 8]))
            if isFirst ? !isHeader(png, place, length) : type.elementsEqual("IHDR".utf8) { return nil }
            let end = place + length + chunkFrame
            if chunkTypes.contains(type) { picture += png[place..<end] } else if isCritical(type) { return nil }
            place = end
            if type.elementsEqual("IEND".utf8) { return place == png.count ? picture : nil }
        }
        return nil
    }

    /// Whether the first letter is a capital, which means that the picture cannot be drawn without the chunk.
    private static func isCritical(_ type: [UInt8]) -> Bool { type[0] & 0x20 == 0 }

    private static func isHeader(_ png: [UInt8], _ place: Int, _ length: Int) -> Bool {
        png[place + 4..<place + 8].elementsEqual("IHDR".utf8) && length == 13
            && 1...sideMax ~= number(png, place + 8) && 1...sideMax ~= number(png, place + 12)
    }

    private static func number(_ png: [UInt8], _ place: Int) -> Int {
        png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
