import NIOHTTP1
import Shared

/// Finds the recording that answers a request, and advances through recordings of the same kind.
struct RecordingFinder: Sendable {
    /// The recordings of one method, path and query, in the order of their time.
    private struct Track {
        let first: RecordedAnswer
        var answers: [RecordedAnswer]
        var next = 0
    }

    /// Parameters that only say how much is wanted. A recording with another value also serves.
    private static let loose: Set = ["limit", "size", "toTs"]

    private var tracks: [Track] = []
    private let speed: Double?
    private let began: MarketTime

    init(_ answers: [RecordedAnswer], speed: Double?, at now: MarketTime) {
        (self.speed, began) = (speed, now)
        for answer in answers {
            let isSame = { (track: Track) in
                track.first.method == answer.method && track.first.path == answer.path
                    && track.first.query == answer.query
            }
            if let index = tracks.firstIndex(where: isSame) {
                tracks[index].answers.append(answer)
            } else {
                tracks.append(Track(first: answer, answers: [answer]))
            }
        }
        for index in tracks.indices where tracks[index].answers.allSatisfy({ $0.moment != nil }) {
            tracks[index].answers.sort { ($0.moment?.milliseconds ?? 0) < ($1.moment?.milliseconds ?? 0) }
        }
    }

    /// - Returns: nil if nothing was recorded for such a request.
    mutating func answer(to request: MockRequest, at now: MarketTime) -> RecordedAnswer? {
        let scored = tracks.indices.compactMap { index in
            Self.score(tracks[index].first, request).map { (index: index, score: $0) }
        }
        // Of equally good recordings, the first one in the plan.
        guard let best = scored.max(by: { ($0.score, -$0.index) < ($1.score, -$1.index) }) else { return nil }
        let track = tracks[best.index]
        if let speed, let place = Self.place(in: track.answers, after: began.elapsed(since: now, times: speed)) {
            return track.answers[place]
        }
        tracks[best.index].next = (track.next + 1) % track.answers.count
        return track.answers[track.next]
    }

    /// The request must have all parameters of the recording. Equal values of loose parameters score higher.
    private static func score(_ answer: RecordedAnswer, _ request: MockRequest) -> Int? {
        guard answer.path == request.path, answer.method == request.method.rawValue else { return nil }
        var score = 0
        for (name, value) in answer.query {
            if request.text(name) == value { score += 2 } else if !loose.contains(name) { return nil }
        }
        return score
    }

    /// The latest recording after `milliseconds` of recorded time. After the last one it begins again.
    private static func place(in answers: [RecordedAnswer], after milliseconds: Double) -> Int? {
        let moments = answers.compactMap { $0.moment?.milliseconds }
        guard moments.count == answers.count, let first = moments.first, let last = moments.last, last > first else {
            return nil
        }
        // The last recording lasts as long as the others did on average.
        let length = Double(last - first) * Double(moments.count) / Double(moments.count - 1)
        let position = milliseconds.truncatingRemainder(dividingBy: length)
        return moments.lastIndex { Double($0 - first) <= position }
    }
}

extension RecordedAnswer {
    fileprivate var moment: MarketTime? { time.flatMap(MarketTime.init(iso8601:)) }
}

extension MarketTime {
    /// The recorded time that has passed until `now`, at a speed.
    fileprivate func elapsed(since now: MarketTime, times speed: Double) -> Double {
        Double(max(0, now.milliseconds - milliseconds)) * speed
    }
}
