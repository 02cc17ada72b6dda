package import TerminalKit

/// The images of the model terminal: what the kitty graphics protocol says of the few commands that the renderer may use.
package struct ModelImages: Equatable {
    package struct Place: Hashable {
        package let image: UInt32
        package let number: Int
    }

    /// What becomes of images in rows that are scrolled within margins. The protocol says the first, some terminals do the second.
    package enum Scrolling: Sendable, CaseIterable {
        case movesImages
        case leavesImages
    }

    /// What was sent, by its number, as base64.
    package private(set) var sent: [UInt32: String] = [:]
    package private(set) var shown: [Place: Rect] = [:]
    /// How often it was asked whether images can be shown.
    package private(set) var questions = 0
    package var scrolling = Scrolling.movesImages
    /// An image of which not all has come.
    private var unfinished: (image: UInt32, payload: String)?

    package static func == (one: Self, other: Self) -> Bool {
        one.sent == other.sent && one.shown == other.shown && one.questions == other.questions
    }

    /// - Returns: what is wrong with the command.
    mutating func perform(_ command: Substring, at cursor: Point, in size: Size) -> String? {
        let parts = command.dropFirst().split(separator: ";", maxSplits: 1)
        let pairs = (parts.first ?? "").split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        var keys: [Substring: Substring] = [:]
        for pair in pairs where pair.count == 2 { keys[pair[0]] = pair[1] }
        let payload = parts.count > 1 ? String(parts[1]) : ""
        if payload.utf8.count > 4096 { return "a piece of \(payload.utf8.count) bytes" }
        // Whatever was being sent when the program ended is lost with it.
        if keys["a"] == "d" { unfinished = nil }
        if unfinished != nil { return goOn(keys, payload) }
        switch keys["a"] {
        case "q": questions += 1
        case _ where keys["q"] != "2": return "an answer is asked for"
        case "t": return begin(keys, payload)
        case "p": return place(keys, at: cursor, in: size)
        case "d": return delete(keys)
        default: return "action \(keys["a"] ?? "none")"
        }
        return nil
    }

    private mutating func begin(_ keys: [Substring: Substring], _ payload: String) -> String? {
        guard keys["f"] == "100", let image = keys["i"].flatMap({ UInt32($0) }), image > 0 else { return "no PNG" }
        unfinished = (image, "")
        return goOn(keys, payload)
    }

    private mutating func goOn(_ keys: [Substring: Substring], _ payload: String) -> String? {
        guard let (image, before) = unfinished, let more = keys["m"] else { return "an image was not finished" }
        unfinished = more == "1" ? (image, before + payload) : nil
        if more == "0" { sent[image] = before + payload }
        return nil
    }

    private mutating func place(_ keys: [Substring: Substring], at cursor: Point, in size: Size) -> String? {
        guard let image = keys["i"].flatMap({ UInt32($0) }), sent[image] != nil else { return "an unknown image" }
        guard keys["C"] == "1" else { return "the cursor would move" }
        guard let number = keys["p"].flatMap({ Int($0) }), number > 0 else { return "a placement without number" }
        guard let width = keys["c"].flatMap({ Int($0) }), let height = keys["r"].flatMap({ Int($0) }) else {
            return "a placement without size"
        }
        let area = Rect(x: cursor.x, y: cursor.y, width: width, height: height)
        guard area.intersection(Rect(size)) == area, !area.isEmpty else { return "a placement outside" }
        shown[Place(image: image, number: number)] = area
        return nil
    }

    private mutating func delete(_ keys: [Substring: Substring]) -> String? {
        let image = keys["i"].flatMap { UInt32($0) }
        switch (keys["d"], image) {
        case (nil, nil): shown = [:]
        case ("A", nil): (shown, sent) = ([:], [:])
        case ("i", let image?):
            guard let number = keys["p"].flatMap({ Int($0) }) else { return "which placement?" }
            shown[Place(image: image, number: number)] = nil
        case ("I", let image?):
            shown = shown.filter { $0.key.image != image }
            sent[image] = nil
        default: return "deletion \(keys["d"] ?? "")"
        }
        return nil
    }

    // MARK: What other commands do to images

    package mutating func removeAll() { (shown, sent, unfinished) = ([:], [:], nil) }

    /// Only images that lie within the margins as a whole take part.
    mutating func scroll(_ margins: Range<Int>, up: Bool) {
        guard scrolling == .movesImages else { return }
        for (place, area) in shown where area.y >= margins.lowerBound && area.bottom <= margins.upperBound {
            let moved = Rect(x: area.x, y: area.y + (up ? -1 : 1), width: area.width, height: area.height)
            // What is left of one that is cut, nobody relies on.
            let stays = moved.y >= margins.lowerBound && moved.bottom <= margins.upperBound
            shown[place] = stays ? moved : nil
        }
    }
}
