/// A rule by which the mock misbehaves: which requests it is about, what becomes of them, and when it is over.
package struct Fault: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// With the body that the provider sends with it, as far as one is known.
        case status(Int, retryAfter: Int? = nil)
        /// The whole answer, but late.
        case slowHeaders(Duration)
        /// The head at once, and the body piece by piece over so much time.
        case slowBody(Duration)
        /// No answer at all; the connection stays open.
        case never
        /// The announced length is right, but the connection closes after so many bytes.
        case cutBody(after: Int)
        case reset
        case malformedJSON
        case wrongTypes
        case htmlPage
        case emptyBody
        /// The provider's way of telling an error under HTTP 200.
        case errorUnder200
        /// Too many requests: what the plan gives in a month is used up.
        case monthSpent
        /// The right candles, but only the newest ones: the coin is no older.
        case history(Int)
        /// The right answer, packed.
        case gzip
        /// An answer that says it is packed and is not.
        case falseGzip
        /// So many bytes of a list that is valid until it ends in the middle; made while it is sent.
        case largeBody(bytes: Int)
        /// The right answer, but for something that a reader could believe.
        case spoilt(Spoiling)
    }

    /// The beginning of the paths that this is about.
    package let path: String
    package let kind: Kind
    /// How many requests it hits before it is over; nil for all.
    package var times: Int?
    /// Of the requests it could hit, 0 to 1.
    package var share: Double
    /// How long it lasts from when it is set; nil for ever.
    package var lasting: Duration?

    package init(path: String, kind: Kind, times: Int? = nil, share: Double = 1, lasting: Duration? = nil) {
        (self.path, self.kind) = (path, kind)
        (self.times, self.share, self.lasting) = (times, share, lasting)
    }
}
