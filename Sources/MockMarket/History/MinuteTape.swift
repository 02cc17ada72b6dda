/// Recorded minutes that are played from a given minute on, again and again.
struct MinuteTape: Sendable {
    /// Without holes.
    let spans: [PriceSpan]
    /// The minute since 1970 at which the first one is played.
    let start: Int64

    /// - Parameter spans: at least one.
    init(_ spans: [PriceSpan], start: Int64) {
        precondition(!spans.isEmpty, "a tape without minutes")
        (self.spans, self.start) = (spans, start)
    }

    func forEachSpan(ofMinutes length: Int64, in minutes: Range<Int64>, _ take: (Int64, PriceSpan) -> Void) {
        guard !minutes.isEmpty else { return }
        var begin = PricePath.floorDivision(minutes.lowerBound, length) * length
        while begin < minutes.upperBound {
            if let span = span(of: begin..<begin + length) { take(begin, span) }
            begin += length
        }
    }

    func span(of minutes: Range<Int64>) -> PriceSpan? {
        guard let first = minutes.first else { return nil }
        var whole = self[first]
        for minute in minutes.dropFirst() { whole.append(self[minute]) }
        return whole
    }

    private subscript(minute: Int64) -> PriceSpan {
        let place = minute - start
        let count = Int64(spans.count)
        return spans[Int(place - PricePath.floorDivision(place, count) * count)]
    }
}
