/// The places of bars side by side. The last bar is at the right edge. Each has a body and, if there is room, a gap.
package struct BarPlaces: Hashable, Sendable {
    package let width: Int
    /// Columns from one bar to the next.
    package let pitch: Int
    package let count: Int

    /// - Parameter count: how many bars there are. Those that do not fit are cut off on the left.
    package init(width: Int, pitch: Int, count: Int) {
        self.width = width
        self.pitch = max(1, pitch)
        self.count = count
    }

    /// Odd, so that there is a middle.
    package var bodyWidth: Int { pitch < 4 ? 1 : (pitch - 2) | 1 }

    /// The first column of a bar's body.
    package func start(of index: Int) -> Int { width - (count - index) * pitch }
    package func middle(of index: Int) -> Int { start(of: index) + bodyWidth / 2 }

    /// The bar whose columns, including its gap, contain `column`, or else the nearest one.
    package func index(at column: Int) -> Int? {
        guard count > 0 else { return nil }
        let fromRight = (width - 1 - column) / pitch
        return max(0, min(count - 1, count - 1 - max(0, fromRight)))
    }
}
