/// A coin's picture: a PNG as its provider made it, but for what it does not need.
///
/// It is looked at only as far as it takes to know that a terminal can be trusted with it: a small picture, whole, and
/// nothing behind its end. Text, profiles and animations, which may unpack into a lot, are left out.
/// (PNG, Third Edition, sections 5.2 to 5.4 and 11.2)
public struct CoinIcon: Hashable, Sendable {
    public let png: [UInt8]

    /// Pictures of 64 by 64 points take 2 to 8 KB.
    public static let bytesMax = 64 * 1024
    /// In points; larger ones are no icons, and would unpack into a lot.
    public static let sideMax = 256

    /// - Returns: nil for what is no such picture.
    public init?(png: [UInt8]) {
        guard png.count <= Self.bytesMax, png.starts(with: Self.signature), let picture = Self.picture(in: png) else {
            return nil
        }
        self.png = picture
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The chunks that make up a picture.
    private static let chunkTypes = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
    /// Of a chunk, beside its content: length, type and checksum.
    private static let chunkFrame = 12

    /// The picture alone, if it is one chunk after the other, the first a header with sides within bounds, the last the end.
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

    /// A capital as first letter: the picture is not to be had without it.
    private static func isCritical(_ type: [UInt8]) -> Bool { type[0] & 0x20 == 0 }

    private static func isHeader(_ png: [UInt8], _ place: Int, _ length: Int) -> Bool {
        png[place + 4..<place + 8].elementsEqual("IHDR".utf8) && length == 13
            && 1...sideMax ~= number(png, place + 8) && 1...sideMax ~= number(png, place + 12)
    }

    private static func number(_ png: [UInt8], _ place: Int) -> Int {
        png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
