/// Small answers in the providers' shapes, written by hand.
enum Samples {
    static let listing = """
        {"status":{"timestamp":"2021-06-29T00:23:45.130Z","error_code":0,"error_message":null,"elapsed":118,
          "credit_count":5,"notice":null,"total_count":5483},
         "data":[
          {"id":1,"name":"Bitcoin","symbol":"BTC","slug":"bitcoin","tags":["mineable","pow"],"max_supply":21000000,
           "circulating_supply":18744243,"platform":null,"cmc_rank":1,"last_updated":"2021-06-29T00:23:02.000Z",
           "quote":{"USD":{"price":34639.39567221676,"volume_24h":33598013479.834164,"percent_change_1h":1.10713069,
            "percent_change_24h":-0.41398876,"percent_change_7d":0,"market_cap":649289249853.1792}}},
          {"id":7,"name":"Torn","quote":{"USD":{"price":1}}},
          "not a row",
          {"id":"5994","name":"Shiba \\u0049nu","symbol":"SHIB","platform":{"id":1027,"symbol":"ETH","token_address":"0x95aD"},"cmc_rank":null,
           "circulating_supply":"394796000000000","quote":{"BTC":{"price":2},
            "USD":{"price":"6.3e-08","volume_24h":null,"percent_change_24h":"N/A","percent_change_7d":{"odd":1}}}}
         ]}
        """

    static let listingWithListOfQuotes = """
        {"data":[{"id":1,"name":"Bitcoin","symbol":"BTC","quote":[{"symbol":"EUR","price":2},{"symbol":"USD","price":3.5}]}],
         "status":{"error_code":"0"}}
        """

    static let tickers = """
        {"status":"ok","ts":1592198219365,"data":[
         {"symbol":"tnbusdt","open":2.116E-7,"high":2.12E-7,"low":1.986E-7,"close":2.021E-7,"amount":1.5596854E7,
          "vol":3.2917122351,"count":2578,"bid":2.004E-7,"bidSize":17037.0,"ask":2.036E-7,"askSize":40994.0},
         {"symbol":"btcusdt","close":63250.12,"vol":33598013479.834164000000123456789},
         {"symbol":"ethusdt","close":"3500","vol":1},
         {"symbol":"htusdt","close":12.5,"vol":null},
         {"symbol":"deadusdt","close":0.0,"vol":0},
         {"symbol":"oddusdt","close":null},
         {"close":1}
        ]}
        """
}
