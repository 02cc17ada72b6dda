import Shared
import Testing

/// The probable meaning of a mistyped word.
struct NearMissTests {
    private let words = ["open", "prices", "favorites", "settings", "devices", "watch"]

    @Test(arguments: [
        ("device", "devices"), ("favourites", "favorites"), ("fav", "favorites"), ("Prices", "prices"),
        ("pirces", "prices"),
        ("wach", "watch"), ("opn", "open"),
    ])
    func aWordThatIsNearIsFound(typed: String, meant: String) {
        #expect(NearMiss.of(typed, among: words) == meant)
    }

    @Test(arguments: ["BTC", "x", "", "quit", "f"])
    func aWordThatIsFarFromAllIsNone(typed: String) { #expect(NearMiss.of(typed, among: words) == nil) }
}
