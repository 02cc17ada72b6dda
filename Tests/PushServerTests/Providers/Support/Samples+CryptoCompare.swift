extension Samples {
    /// Version 2: zeros before the coin was listed, then three minutes; the last is unfinished and out of its own range.
    static let minutes = """
        {"Response":"Success","Message":"","HasWarning":false,"Type":100,"RateLimit":{},
         "Data":{"Aggregated":false,"TimeFrom":1699999680,"TimeTo":1699999980,"Data":[
          {"time":1699999680,"high":0,"low":0,"open":0,"volumefrom":0,"volumeto":0,"close":0,"conversionType":"direct"},
          {"time":1699999740,"high":0,"low":0,"open":0,"volumefrom":0,"volumeto":0,"close":0},
          {"time":1699999800,"high":10.57,"low":10.52,"open":10.52,"volumefrom":536.82,"volumeto":5659.93,"close":10.56},
          {"time":1699999920,"high":"10.62","low":6.3e-08,"open":10.56,"volumefrom":0,"volumeto":0,"close":10.62},
          {"time":1699999980,"high":3880.77,"low":3871.62,"open":3871.62,"volumefrom":295.21,"close":3890.86}
         ]}}
        """

    static let coins = """
        {"Response":"Success","Message":"Coin list succesfully returned!","BaseImageUrl":"https://www.cryptocompare.com",
         "Data":{
          "BTC":{"Id":"1182","Url":"/coins/btc/overview","ImageUrl":"/media/19633/btc.png","Name":"BTC","Symbol":"BTC",
           "CoinName":"Bitcoin","TotalCoinSupply":"21000000 ","BuiltOn":"N/A","SmartContractAddress":"N/A","IsTrading":true,
           "NetHashesPerSecond":156819203103601950000},
          "300":{"Symbol":"300","CoinName":" 300 token ","BuiltOn":"7605","SmartContractAddress":" 0xAEC9 ",
           "TotalCoinSupply":"N/A","IsTrading":false},
          "USDT":{"Symbol":"USDT","CoinName":"Tether","BuiltOn":"1182","SmartContractAddress":"N/A"},
          "X":{"Name":"X"}
         },
         "BaseLinkUrl":"https://www.cryptocompare.com","Type":100}
        """
}
