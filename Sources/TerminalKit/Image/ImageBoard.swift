/// The images that a terminal has and shows. It finds the fewest commands to make it show others.
struct ImageBoard {
    /// One of an image's places on the screen: the first, the second, and so on.
    private struct Key: Hashable {
        let image: UInt32
        let number: Int
    }

    /// How many images stay in the terminal's memory besides those that are shown. Unpacked, each takes some 16 KB.
    static let keptMax = 256
    /// How many bytes of images one frame may have, so that the answer to a key does not wait behind many pictures. The
    /// next frames send the rest.
    static let sentMax = 32 << 10

    private var shown: [Key: Rect] = [:]
    /// The images that were last shown, if nothing has changed since.
    private var settled: [ImagePlacement]? = []
    /// The frame in which each image was last shown.
    private var sent: [UInt32: Int] = [:]
    private var frame = 0
    /// Whether images wait for the next frame.
    private(set) var isBehind = false

    /// The screen is about to be cleared.
    mutating func hideAll() -> [UInt8] {
        (shown, settled) = ([:], nil)
        return sent.isEmpty ? [] : ControlSequence.hideImages
    }

    /// The terminal was lent to another program, so nobody knows what it still has.
    mutating func dropAll() -> [UInt8] {
        defer { (shown, sent, settled) = ([:], [:], nil) }
        return sent.isEmpty ? [] : ControlSequence.dropImages
    }

    /// The images that can be shown in the next frame: those that the terminal has, and as many others as the frame has
    /// room for.
    mutating func admit(_ placements: [ImagePlacement]) -> [ImagePlacement] {
        var room = Self.sentMax
        var new: Set<UInt32> = []
        let admitted = placements.filter { placement in
            let image = placement.image
            if sent[image.id] != nil || new.contains(image.id) { return true }
            guard room > 0 else { return false }
            // As base64.
            room -= image.png.count * 4 / 3
            new.insert(image.id)
            return true
        }
        isBehind = admitted.count < placements.count
        return admitted
    }

    /// - Parameters:
    ///   - placements: the admitted images.
    ///   - scrolled: the rows that were scrolled since the last frame. Terminals treat images there differently.
    ///   - cursor: where the terminal's cursor is, if known, before and after.
    mutating func show(_ placements: [ImagePlacement], scrolled: Range<Int>?, cursor: inout Point?) -> [UInt8] {
        if scrolled == nil, settled == placements { return [] }
        frame += 1
        let wanted = Self.numbered(placements)
        var bytes = removeAll(but: wanted)
        for (key, placement) in wanted {
            let isThere = shown[key] == placement.area && scrolled.map { !placement.area.touches(rows: $0) } ?? true
            if !isThere { place(key, placement, &bytes, &cursor) }
            sent[key.image] = frame
        }
        settled = placements
        return bytes + dropOldest()
    }

    private static func numbered(_ placements: [ImagePlacement]) -> [(Key, ImagePlacement)] {
        var counts: [UInt32: Int] = [:]
        return placements.map { placement in
            counts[placement.image.id, default: 0] += 1
            return (Key(image: placement.image.id, number: counts[placement.image.id, default: 1]), placement)
        }
    }

    private mutating func removeAll(but wanted: [(Key, ImagePlacement)]) -> [UInt8] {
        let keys = Set(wanted.map(\.0))
        // Sorted, so that the same frames have the same bytes.
        let gone = shown.keys.filter { !keys.contains($0) }.sorted { ($0.image, $0.number) < ($1.image, $1.number) }
        for key in gone { shown[key] = nil }
        return gone.flatMap { ControlSequence.removeImage($0.image, as: $0.number) }
    }

    private mutating func place(
        _ key: Key,
        _ placement: ImagePlacement,
        _ bytes: inout [UInt8],
        _ cursor: inout Point?
    ) {
        if sent[key.image] == nil { bytes += ControlSequence.sendImage(placement.image) }
        bytes += CursorMotion.bytes(from: cursor, to: placement.area.origin)
        bytes += ControlSequence.placeImage(key.image, as: key.number, size: placement.area.size)
        // The cursor should not have moved, but not every terminal obeys.
        cursor = nil
        shown[key] = placement.area
    }

    private mutating func dropOldest() -> [UInt8] {
        guard sent.count > Self.keptMax else { return [] }
        let unseen = sent.filter { $0.value < frame }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        let gone = unseen.prefix(sent.count - Self.keptMax).map(\.key)
        for image in gone { sent[image] = nil }
        return gone.flatMap(ControlSequence.dropImage)
    }
}

extension Rect {
    fileprivate func touches(rows: Range<Int>) -> Bool { y < rows.upperBound && bottom > rows.lowerBound }
}
