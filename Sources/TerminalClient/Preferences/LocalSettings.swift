/// What one terminal decides for itself: how things look here.
package struct LocalSettings: Equatable, Sendable {
    package var palette = MarketPalette.greenRed
    /// Whether a price lights up for a moment when it has moved.
    package var flashes = true
    package var updateRate = UpdateRate.live
    /// Whether Prices shows coins and tokens apart.
    package var sections = false
    package var icons = IconStyle.auto
    /// The clock that screens tell times by.
    package var times = TimeChoice.local
}
