internal import Shared

/// The age of the oldest price on the screen, in words that do not flicker.
///
/// Where prices come irregularly, an age of some seconds comes and goes with each of them. So the largest one is shown
/// for a while longer: "up to 20 s old" is true of younger prices, too, and no old price ever counts as recent.
struct OldestAge {
    private static let holding = Duration.seconds(30)
    private static let heldMax = Duration.seconds(60)

    private var held: (age: Duration, end: ContinuousClock.Instant)?

    /// - Parameter age: nil if there is no price whose age is known.
    /// - Returns: no words if all prices are as recent as live ones are; and when the words may change.
    mutating func words(
        _ age: Duration?,
        at now: ContinuousClock.Instant
    ) -> (words: String?, end: ContinuousClock.Instant?) {
        guard let age else {
            held = nil
            return (nil, nil)
        }
        let next = now + AgeText.untilNextStep(age)
        if let held, now < held.end, age < held.age { return (AgeText.rowWords(held.age), min(held.end, next)) }
        let words = AgeText.rowWords(age)
        held = words != nil && age < Self.heldMax ? (age, now + Self.holding) : nil
        return (words, next)
    }
}
