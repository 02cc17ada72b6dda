/// Layout by cutting: a view takes rows and columns off its area until nothing is left.
extension Rect {
    package func inset(by amount: Int) -> Rect { inset(horizontal: amount, vertical: amount) }

    package func inset(horizontal: Int = 0, vertical: Int = 0) -> Rect {
        inset(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
    }

    package func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Rect {
        Rect(
            x: x + min(left, width),
            y: y + min(top, height),
            width: width - left - right,
            height: height - top - bottom
        )
    }

    /// Cuts `rows` off the top and returns them.
    package mutating func removeTop(_ rows: Int) -> Rect {
        let cut = rows.clamped(to: height)
        defer { self = inset(top: cut) }
        return Rect(x: x, y: y, width: width, height: cut)
    }

    /// Cuts `rows` off the bottom and returns them.
    package mutating func removeBottom(_ rows: Int) -> Rect {
        let cut = rows.clamped(to: height)
        defer { self = inset(bottom: cut) }
        return Rect(x: x, y: bottom - cut, width: width, height: cut)
    }

    /// Cuts `columns` off the left and returns them.
    package mutating func removeLeft(_ columns: Int) -> Rect {
        let cut = columns.clamped(to: width)
        defer { self = inset(left: cut) }
        return Rect(x: x, y: y, width: cut, height: height)
    }

    /// Cuts `columns` off the right and returns them.
    package mutating func removeRight(_ columns: Int) -> Rect {
        let cut = columns.clamped(to: width)
        defer { self = inset(right: cut) }
        return Rect(x: right - cut, y: y, width: cut, height: height)
    }

    /// Row `index` of this rectangle, empty when there is no such row.
    package func row(_ index: Int) -> Rect {
        let exists = index >= 0 && index < height
        return Rect(x: x, y: y + index, width: width, height: exists ? 1 : 0)
    }

    /// A rectangle of at most `size` in the middle of this one.
    package func centered(_ size: Size) -> Rect {
        let columns = min(size.width, width)
        let rows = min(size.height, height)
        return Rect(x: x + (width - columns) / 2, y: y + (height - rows) / 2, width: columns, height: rows)
    }
}

extension Int {
    /// This number, at least 0 and at most `limit`.
    func clamped(to limit: Int) -> Int { Swift.max(0, Swift.min(self, limit)) }
}
