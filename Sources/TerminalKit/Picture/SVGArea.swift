/// A filled rectangle of a picture, in hundredths of a pixel, so that neighbors meet exactly.
struct SVGArea: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// In pixels.
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        let right = Self.hundredths(x + width)
        let bottom = Self.hundredths(y + height)
        (self.x, self.y) = (Self.hundredths(x), Self.hundredths(y))
        (self.width, self.height) = (right - self.x, bottom - self.y)
    }

    func moved(x: Double, y: Double) -> SVGArea {
        var area = self
        area.x += Self.hundredths(x)
        area.y += Self.hundredths(y)
        return area
    }

    var path: String { "M\(x.pixels) \(y.pixels)h\(width.pixels)v\(height.pixels)h\((-width).pixels)z" }

    private static func hundredths(_ pixels: Double) -> Int { Int((pixels * 100).rounded()) }
}

extension [SVGArea] {
    /// The same picture with fewer areas: it joins areas that touch in a row, and then those that touch in a column.
    var joined: [SVGArea] { joined(\.y, \.height, along: \.x, \.width).joined(\.x, \.width, along: \.y, \.height) }

    private func joined(
        _ place: KeyPath<SVGArea, Int>,
        _ breadth: KeyPath<SVGArea, Int>,
        along start: WritableKeyPath<SVGArea, Int>,
        _ length: WritableKeyPath<SVGArea, Int>
    ) -> [SVGArea] {
        let ordered = sorted { one, other in
            (one[keyPath: place], one[keyPath: breadth], one[keyPath: start])
                < (other[keyPath: place], other[keyPath: breadth], other[keyPath: start])
        }
        var areas: [SVGArea] = []
        for area in ordered {
            guard let last = areas.last, last[keyPath: place] == area[keyPath: place],
                last[keyPath: breadth] == area[keyPath: breadth],
                area[keyPath: start] <= last[keyPath: start] + last[keyPath: length]
            else {
                areas.append(area)
                continue
            }
            let end = Swift.max(
                last[keyPath: start] + last[keyPath: length],
                area[keyPath: start] + area[keyPath: length]
            )
            areas[areas.count - 1][keyPath: length] = end - last[keyPath: start]
        }
        return areas
    }
}

extension Double {
    /// At most two decimals, which are enough for a picture.
    var short: String { Int((self * 100).rounded()).pixels }
}

extension Int {
    /// Hundredths of a pixel, written as pixels.
    fileprivate var pixels: String {
        if self % 100 == 0 { return "\(self / 100)" }
        let fraction = abs(self % 100)
        let decimals = fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return "\(self < 0 ? "-" : "")\(abs(self) / 100).\(decimals)"
    }
}
