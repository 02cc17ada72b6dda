/// What one terminal decides for itself: how things look here.
struct LocalSettings: Equatable, Sendable {
    var palette = MarketPalette.greenRed
    /// Whether a price lights up for a moment when it has moved.
    var flashes = true
    var updateRate = UpdateRate.live
    var icons = IconStyle.auto
}
